-- The functions that recognise a sandbox and empty it (docs/decisions/033-sandbox.md).

-- Whether the company is a sandbox, by the version of its id, as isSandbox of contract/sandbox/id.ts decides it. The check
-- company_sandbox guarantees that exactly the companies with a sandbox's slug have such an id.
create function is_sandbox(p_company_id uuid)
returns boolean
language sql immutable as $$
  select substr(p_company_id::text, 15, 1) = '8'
$$;

-- The id of a new sandbox.
create function sandbox_id()
returns uuid
language sql volatile as $$
  select overlay(uuidv7()::text placing '8' from 15)::uuid
$$;

-- Waits for the calls of a sandbox that are in progress, and makes later ones wait until the commit. The rows
-- are locked in the order of engine/locate/lock.sql; the lock of the company's row makes new customers wait. A
-- real company is not locked.
create function hold_sandbox(p_company_id uuid)
returns void
language plpgsql as $$
declare
  locked  text;
begin
  perform from company where company.company_id = p_company_id and is_sandbox(p_company_id) for update;
  if found then
    foreach locked in array array['balance', 'customer'] loop
      execute format('select from %I where company_id = $1 for update', locked) using p_company_id;
    end loop;
  end if;
end
$$;

-- Deletes a part of a sandbox: rows of the first table that has any, from p_table on. Returns that table; null: nothing is left but
-- the company, its shops, pictures, keys and webhook endpoints. Each part is a statement of its own: all rows of 16,000 sales took
-- 14 s, and a statement may take 15 s. The caller passes the last part's table, so that no part reads again what is deleted.
--
-- It runs as the owner of the tables, because the role of nodes and commands may delete no records (database/runtime.sql). So it
-- refuses every company that is no sandbox. The check company_sandbox ties that to the company's id, which never changes.
create function empty_sandbox(p_company_id uuid, p_customers integer, p_table text)
returns text
language plpgsql
security definer
set search_path = fiel, pg_temp
as $$
declare
  emptied  record;
  deleted  bigint;
begin
  if not is_sandbox(p_company_id) then
    raise '% is no sandbox', p_company_id;
  end if;
  for emptied in
    select one.name, one.has_customer
      from tables_of_companies() one
     where one.name not in (
             'company', 'subsidiary', 'company_image', 'company_image_size', 'partner_key', 'webhook_endpoint',
             'webhook_secret', 'operator_action', 'audit_head', 'audit_entry', 'audit_personal',
             -- A sandbox has no domain. On Citus this delete would wait forever for the lock of the company that the caller holds.
             'company_domain')
       and (p_table is null or (one.place, one.name) >= (
             select last.place, last.name
               from tables_of_companies() last
              where last.name = p_table))
     order by one.place, one.name
  loop
    execute format(
      case
        -- Delete all rows of a customer at once, because a record can refer to an earlier record of the same customer.
        when emptied.has_customer then
          'delete from %1$I
            where company_id = $1
              and customer_id = any (array(select customer_id from %1$I where company_id = $1 limit $2))'
        else
          'delete from %1$I
            where company_id = $1
              and ctid = any (array(select ctid from %1$I where company_id = $1 limit 10 * $2))'
      end, emptied.name)
      using p_company_id, p_customers;
    get diagnostics deleted = row_count;
    if deleted > 0 then
      return emptied.name;
    end if;
  end loop;
  return null;
end
$$;

-- The tables with a company's rows. A table has a lower place than the tables that its foreign keys refer to, so that rows can be
-- deleted in this order.
create function tables_of_companies()
returns table (name text, place integer, has_customer boolean)
language sql stable as $$
  with recursive reference as (
    select pg_constraint.conrelid as referring, pg_constraint.confrelid as referred
      from pg_constraint
     where pg_constraint.connamespace = 'fiel'::regnamespace
       and pg_constraint.contype = 'f'
       and pg_constraint.conrelid <> pg_constraint.confrelid
  ), depths (oid, depth) as (
    select pg_attribute.attrelid, 0
      from pg_attribute
      join pg_class on pg_class.oid = pg_attribute.attrelid and pg_class.relkind = 'r'
     where pg_class.relnamespace = 'fiel'::regnamespace
       and pg_attribute.attname = 'company_id'
       -- Leave out the shards of Citus, such as company_102008. On a worker they are in the same
       -- schema as the tables.
       and pg_class.relname !~ '_[0-9]{6,}$'
     union
    select reference.referred, depths.depth + 1
      from depths
      join reference on reference.referring = depths.oid
  )
  select pg_class.relname::text, max(depths.depth),
         exists (
           select
             from pg_attribute
            where pg_attribute.attrelid = pg_class.oid
              and pg_attribute.attname = 'customer_id')
    from depths
    join pg_class on pg_class.oid = depths.oid
   group by pg_class.oid, pg_class.relname
$$;
