-- Another transaction inserted the same unique key concurrently. The whole call is rolled back and sent again, and then finds
-- that transaction's row. Callers count p_written in a loop over `returning`. On Citus row_count includes the rows that
-- `on conflict do nothing` left out, and an `insert` in a CTE takes 5 times as long.
create function require_rows(p_written bigint, p_expected bigint)
returns void
language plpgsql as $$
begin
  if p_written <> p_expected then
    raise exception 'another transaction has written the same key' using errcode = 'serialization_failure';
  end if;
end
$$;
