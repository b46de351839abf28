-- Undoes a use of points (D4).

-- Gives a whole consumption back to its lots, with their expiry. A lot that has expired since can be spent for
-- returned_lot_days() more days. Points that an earlier return let go, and then the deficit, are taken at once. A repeat of the
-- external_id gets the first record.
-- Errors: not_found, already_reversed, idempotency_mismatch.
create function undo(
  company programme, c change, p_record_id uuid, p_origin text, p_external_id text, p_partner_key_id uuid)
returns change
language plpgsql
as $$
declare
  spent  ledger_entry := known_record(company.company_id, p_record_id);
  again  uuid;
  entry  ledger_entry;
begin
  if spent.type_id is distinct from 'CNS' then
    c.error := 'not_found';
    return c;
  end if;
  select reversal.id into again
    from points_record reversal
   where reversal.company_id = company.company_id
     and reversal.reverses_id = p_record_id;
  if found then
    entry := known_record(company.company_id, again);
    if entry.external_id = p_external_id then
      c.result := record_result(entry, null);
    else
      c.error := 'already_reversed';
    end if;
    return c;
  elsif has_external_id(company.company_id, 'CNS_REVERSAL', p_external_id) then
    c.error := 'idempotency_mismatch';
    return c;
  end if;
  entry.type_id := 'CNS_REVERSAL';
  entry.origin := p_origin;
  entry.reverses_id := spent.id;
  entry.source_id := spent.source_id;
  entry.partner_key_id := p_partner_key_id;
  entry.external_id := p_external_id;
  entry.subsidiary_name := spent.subsidiary_name;
  entry.amount := -spent.amount;
  entry.value := -spent.value;
  return give_back(company, c, spent, entry);
end
$$;

-- A till undoes a use of points. Further error: consumption_is_whole. The points of a voucher come back by cancelling the voucher,
-- not here, because the voucher could still be withdrawn. Points that staff took or moved come back only by staff (adjust.sql,
-- recall.sql).
create function undo_by_till(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  spent  ledger_entry := known_record(company.company_id, cmd.subject_id);
begin
  if spent.origin in ('adjustment', 'merge') or pays_for_voucher(company.company_id, cmd.subject_id) then
    c.error := 'not_found';
    return c;
  elsif cmd.args ->> 'returned_value' is not null then
    c.error := 'consumption_is_whole';
    return c;
  end if;
  return undo(company, c, cmd.subject_id, 'api:/points/reverse', cmd.args ->> 'external_id', cmd.partner_key_id);
end
$$;
