-- A use of points is undone (D4).

-- Gives a whole consumption back to its lots, with the expiry that they had; a lot that has expired since is good for
-- returned_lot_days() more. What an earlier return let go, and then the deficit, is taken from it at once. A repeat of its
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
  elsif is_known_undo(company.company_id, p_external_id) then
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

create function is_known_undo(p_company_id uuid, p_external_id text)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id
       and points_record.type_id = 'CNS_REVERSAL'
       and points_record.external_id = p_external_id);
end
$$;

-- The change with the record `entry` and what it gives back to the lots of a consumption, in the order in which they would
-- be drawn.
create function give_back(company programme, c change, spent ledger_entry, entry ledger_entry)
returns change
language plpgsql
as $$
declare
  b          balance_state := c.balance;
  source     record;
  back       lot_credit;
  recovered  recovery[] := '{}';
  given      allocated[] := '{}';
  is_over    boolean;
  until      timestamptz;
begin
  for source in
    select lot.id, lot.expires_at, lot.remaining_amount, lot.remaining_value, -allocation.amount as amount,
           -allocation.value as value,
           -- Captured points were held before: since when they are out of their lot, the hold says.
           coalesce(captured.opened_after, spent.sequence) as spent_after
      from allocation
      join lot on lot.company_id = allocation.company_id and lot.id = allocation.lot_id
      left join hold captured
             on captured.company_id = allocation.company_id
            and captured.id = spent.source_id
            and captured.captured_record_id = spent.id
     where allocation.company_id = company.company_id
       and allocation.record_id = spent.id
     order by lot.expires_at, lot.created_at, lot.id
  loop
    back := credit_lot(b, source.id, source.spent_after, source.amount, source.value);
    b := back.balance;
    is_over := source.expires_at <= b.moved_at;
    until := case when is_over then returned_until(company, b.moved_at) else source.expires_at end;
    b.amount := b.amount + back.free_amount;
    b.value := b.value + back.free_value;
    b.changes_at := least(b.changes_at, until);
    -- What was left in an expired lot is gone, and does not come back with what was spent in time.
    c.lot_changes := c.lot_changes || row(
      source.id,
      back.free_amount - case when is_over then source.remaining_amount else 0 end,
      back.free_value - case when is_over then source.remaining_value else 0 end,
      case when is_over then source.remaining_amount else 0 end,
      case when is_over then source.remaining_value else 0 end,
      until)::lot_change;
    given := given || row(null, source.id, false, source.amount, source.value, null)::allocated;
    if back.paid_amount > 0 then
      given := given || row(null, source.id, true, -back.paid_amount, -back.paid_value, back.deficit_value)::allocated;
    end if;
    recovered := recovered || back.recovered;
  end loop;
  b.spent_value := b.spent_value + spent.value;
  c.balance := b;
  c := add_entry(c, entry);
  entry := last_entry(c);
  for n in 1 .. cardinality(given) loop
    given[n].record_id := entry.id;
  end loop;
  c.allocations := c.allocations || given;
  c.result := record_result(entry, null);
  return add_recoveries(c, recovered);
end
$$;

-- The first instant without points that come back to a lot whose date has passed.
create function returned_until(company programme, p_now timestamptz)
returns timestamptz
language sql stable as $$
  select (local_day(company, p_now) + returned_lot_days() + 1)::timestamp at time zone company.time_zone
$$;

-- A till undoes a use of points. Errors besides: consumption_is_whole. What paid for a voucher comes back when the voucher
-- is cancelled: not while it can still be withdrawn.
create function undo_by_till(company programme, cmd command, c change)
returns change
language plpgsql as $$
begin
  if exists (
       select
         from voucher
        where voucher.company_id = company.company_id
          and voucher.record_id = cmd.subject_id) then
    c.error := 'not_found';
    return c;
  elsif cmd.args ->> 'returned_value' is not null then
    c.error := 'consumption_is_whole';
    return c;
  end if;
  return undo(company, c, cmd.subject_id, 'api:/points/reverse', cmd.args ->> 'external_id', cmd.partner_key_id);
end
$$;
