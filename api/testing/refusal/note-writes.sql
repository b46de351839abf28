-- For tests only: writes into application_name what a transaction of the API wrote, as 'fiel|TRANSACTION:WRITES'. A write
-- is two characters. The first, from ! to ~ without the second's, stands for the table. The second is + for an insert, * for an update, or - for
-- a delete. PostgreSQL reports this setting to the client before a statement ends, and a rollback restores it, also the
-- rollback of a savepoint. So the client knows without a query what a transaction left. The setting has 63 bytes, room for
-- about 25 different writes.
create schema testing;

create function testing.note_write()
returns trigger
language plpgsql
as $$
declare
  earlier  text := current_setting('application_name');
  prefix   text := 'fiel|' || pg_current_xact_id() || ':';
  written  text := tg_argv[0] || case tg_op when 'INSERT' then '+' when 'UPDATE' then '*' else '-' end;
begin
  -- A statement that changes no row is no write.
  if not exists (select from changed) or earlier !~ '^fiel(\||$)' then
    return null;
  end if;
  if not starts_with(earlier, prefix) then
    earlier := prefix;
  end if;
  if strpos(substr(earlier, length(prefix) + 1), written) = 0 then
    perform set_config('application_name', earlier || written, false);
  end if;
  return null;
end
$$;

-- A trigger with a transition table has one event, so a table needs three.
do $$
declare
  one  record;
begin
  for one in
    select t.relname, e.event, e.rows, letters[dense_rank() over (order by t.relname)] as letter,
           -- The day of a key's last use is a hint for people, which refused calls write too.
           case when t.relname = 'partner_key' and e.event = 'update'
                then 'row when (to_jsonb(old) - ''last_used_on'' is distinct from to_jsonb(new) - ''last_used_on'' and'
                else 'statement when ('
           end as changes
      from pg_class t
     cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) e (event, rows)
     cross join (
           select array_agg(chr(code) order by code) as letters
             from generate_series(33, 126) code
            where chr(code) not in ('+', '*', '-')) alphabet
     where t.relnamespace = 'fiel'::regnamespace and t.relkind = 'r'
  loop
    execute format(
      'create trigger %I after %s on fiel.%I referencing %s table as changed
         for each %s session_user = ''fiel_runtime'') execute function testing.note_write(%L)',
      'note_' || one.event, one.event, one.relname, one.rows, one.changes, one.letter);
  end loop;
end
$$;
