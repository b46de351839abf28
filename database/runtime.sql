-- The role as which the API works: it can neither change nor remove what has happened (I8). Applied at every start, after the
-- tables; the role that migrates stays their owner. Roles are the server's, so another of its databases may have made it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'fiel_runtime') then
    create role fiel_runtime nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;  -- made at this moment, beside another database
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'fiel_runtime', 'set') then
    grant fiel_runtime to current_user with set true;
  end if;
end
$$;

grant usage on schema fiel to fiel_runtime;
grant select, insert, update, delete on all tables in schema fiel to fiel_runtime;
revoke insert, update, delete on schema_file from fiel_runtime;
-- What is done is done: a correction is another record.
revoke update, delete on points_record, allocation, return_shortfall, unlisted_subsidiary from fiel_runtime;
-- What comes back of points that a return let go is added to the row of the return.
grant update (recovered_amount, recovered_value) on return_shortfall to fiel_runtime;
-- By it a start with another secret is told, so it stays what it was at the first.
revoke update, delete on secret_proof from fiel_runtime;
-- Goes with somebody without points whose record a till had begun.
revoke update on level_change from fiel_runtime;

-- The queue of jobs makes its own schema, once.
alter default privileges grant usage on schemas to fiel_runtime;
alter default privileges grant select, insert, update, delete on tables to fiel_runtime;
do $$
begin
  if exists (select from pg_namespace where nspname = 'pgboss') then
    grant usage on schema pgboss to fiel_runtime;
    grant select, insert, update, delete on all tables in schema pgboss to fiel_runtime;
  end if;
end
$$;
