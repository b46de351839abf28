-- PostgreSQL collects no statistics of company_id. With them it believes that a company which is newer than the last ANALYZE has
-- no rows; then any index that begins with company_id looks as good as the right one, and it reads all rows of that company.
-- Without them it assumes that a company has one row in 200.

do $$
declare
  found  record;
begin
  for found in
    select pg_class.relname as name
      from pg_attribute
      join pg_class
        on pg_class.oid = pg_attribute.attrelid
       and pg_class.relkind = 'r'
     where pg_class.relnamespace = current_schema()::regnamespace
       and pg_attribute.attname = 'company_id'
  loop
    execute format('alter table %I alter column company_id set statistics 0', found.name);
    perform pg_clear_attribute_stats(current_schema(), found.name, 'company_id', false);
  end loop;
end
$$;
