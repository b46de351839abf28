-- Two accounts of one person become one (D15, docs/decisions/054-customer-merge.md). The absorbed account gives its lots to the
-- staying one: each move is a consumption (CNS) there and a generation (GNR) here, both of the origin 'merge', of the same points,
-- centavos and dates. So each account's records add up, and the company owes the same. source_id is the other account.

create function merged(company programme, cmd command, c change)
returns change
language plpgsql as $$
begin
  case cmd.verb
    when 'merge' then c := merge(company, cmd, c);
    when 'undo_merge' then c := undo_merge(company, cmd, c);
    -- swept() does all of it.
    when 'collect' then null;
  end case;
  return c;
end
$$;

-- Begins the merge: a record of 0 points on the staying account. It carries the points that the absorbed account has counted
-- towards its level, and they count as earned now. swept() then moves the points.
create function merge(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  terms  level_terms := terms_of(company.company_id);
  entry  ledger_entry;
begin
  entry.type_id := 'GNR';
  entry.origin := 'merge';
  entry.source_id := cmd.absorbed_id;
  entry.amount := 0;
  entry.value := 0;
  entry.calculation := jsonb_build_object('level_amount', case
    when terms.company_id is null then 0
    else coalesce((level_standing(terms, cmd.absorbed_id, (c.balance).moved_at)).accumulated_amount, 0)
  end);
  c := credit(c, entry, '-infinity', 'infinity');
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

-- Ends the merge: recalled() has given the points back. The record of 0 points is reversed, and its level points with it.
-- Errors: not_found, already_reversed.
create function undo_merge(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  begun  ledger_entry := known_record(company.company_id, cmd.subject_id);
  entry  ledger_entry;
begin
  if begun.origin is distinct from 'merge' or begun.type_id <> 'GNR' or begun.source_id is distinct from cmd.absorbed_id then
    c.error := 'not_found';
    return c;
  elsif is_reversed(company.company_id, begun.id) then
    c.error := 'already_reversed';
    return c;
  end if;
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'merge';
  entry.source_id := cmd.absorbed_id;
  entry.reverses_id := begun.id;
  entry.amount := 0;
  entry.value := 0;
  c := add_entry(c, entry);
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;
