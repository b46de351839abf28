-- A balance that a company brings from another programme (D17).

-- Adds one record of origin import with a lot of its own. Points count for no level: a balance says nothing about purchases in the
-- level's window (docs/decisions/049-import.md). They pay a deficit first, like every credit. Errors: bad_request when the last
-- day has passed.
create function import_points(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  entry  ledger_entry;
begin
  entry.type_id := 'GNR';
  entry.origin := 'import';
  entry.source_id := (cmd.args ->> 'import_id')::uuid;
  entry.external_id := cmd.args ->> 'external_id';
  entry.amount := (cmd.args ->> 'amount')::bigint;
  entry.value := (cmd.args ->> 'value')::bigint;
  entry.calculation := '{}';
  entry.expires_on := (cmd.args ->> 'expires_on')::date;
  assert entry.amount > 0 and entry.value >= 0;
  if entry.expires_on < local_day(company, (c.balance).moved_at) then
    c.error := 'bad_request';
    return c;
  end if;
  c := credit(
    c, entry, '-infinity',
    coalesce((entry.expires_on + 1)::timestamp at time zone company.time_zone, 'infinity'));
  -- Bounds the records that a reader of the level adds up. The points themselves reach no trigger.
  c.settles_level := company.levels_changed_at is not null
                 and (c.balance).sequence - (c.balance).level_sequence >= max_unsettled_records();
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;
