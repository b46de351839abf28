-- A key has one effect (D2, I5). The outcome of a command is stored in the transaction of its effects, so that neither is
-- stored without the other.

-- Claims the keys of the commands, or reads their stored outcomes. A claim is an advisory lock until the transaction ends. The
-- lock is tried and never waited for. Only its holder writes the key's row, so no insert waits for another, and a key costs one
-- insert. If another transaction has the lock, the command is busy; Node sends it again and gets the stored outcome.
create function claim_keys(p_company_id uuid, p_commands command[], p_now timestamptz)
returns command[]
language plpgsql as $$
declare
  cmd     command;
  stored  record;
  seen    text[] := '{}';
  owner   text;
begin
  for n in 1 .. cardinality(p_commands) loop
    cmd := p_commands[n];
    continue when cmd.error is not null or not cmd.args ? 'key';
    owner := concat_ws(' ', p_company_id, cmd.partner_key_id, cmd.caller_id, cmd.args ->> 'key');
    if owner = any (seen) then
      cmd.error := 'later';
    elsif not pg_try_advisory_xact_lock(hashtextextended(owner, 0)) then
      cmd.error := 'key_busy';
    else
      cmd.has_key := true;
    end if;
    seen := seen || owner;
    cmd.is_done := cmd.error is not null;
    p_commands[n] := cmd;
  end loop;

  -- A separate statement, whose snapshot includes everything committed before the locks were taken.
  for stored in
    select c.n, stored_outcome.fingerprint = (c.args ->> 'key_fingerprint')::bytea as is_same, stored_outcome.error,
           stored_outcome.details, stored_outcome.result
      from unnest(p_commands) c
      join idempotency stored_outcome
        on stored_outcome.company_id = p_company_id
       and stored_outcome.principal_kind = case when c.partner_key_id is null then 'customer' else 'partner' end
       and stored_outcome.principal_id = coalesce(c.partner_key_id, c.caller_id)
       and stored_outcome.key = c.args ->> 'key'
     where not c.is_done
       and c.error is null
       and stored_outcome.expires_at > p_now
  loop
    cmd := p_commands[stored.n];
    cmd.is_done := true;
    cmd.is_replay := stored.is_same;
    cmd.error := case when stored.is_same then stored.error else 'key_mismatch' end;
    cmd.details := case when stored.is_same then stored.details end;
    cmd.result := case when stored.is_same then stored.result end;
    p_commands[stored.n] := cmd;
  end loop;
  return p_commands;
end
$$;

-- Stores the outcomes of the commands with a key. A transient error is not stored, so that a retry with the same key may
-- succeed. An expired key is overwritten.
create function store_outcomes(p_company_id uuid, p_commands command[], p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into idempotency (
           company_id, principal_kind, principal_id, key, fingerprint, error, details, result, created_at, expires_at)
  select p_company_id, case when c.partner_key_id is null then 'customer' else 'partner' end,
         coalesce(c.partner_key_id, c.caller_id), c.args ->> 'key', (c.args ->> 'key_fingerprint')::bytea, c.error, c.details,
         c.result, p_now, p_now + make_interval(days => idempotency_days())
    from unnest(p_commands) c
   where is_stored(c)
     and not c.is_replay
  on conflict (company_id, principal_kind, principal_id, key) do update
     set fingerprint = excluded.fingerprint,
         error       = excluded.error,
         details     = excluded.details,
         result      = excluded.result,
         created_at  = excluded.created_at,
         expires_at  = excluded.expires_at
   where idempotency.expires_at <= excluded.created_at;
end
$$;

-- Whether the outcome is stored for the key. It is not if the credential was refused: the key was then not locked, and may
-- belong to another call.
create function is_stored(cmd command)
returns boolean
language sql immutable as $$
  select cmd.has_key and (cmd.error is null or cmd.error <> all (unstored_errors()))
$$;

-- Errors that say nothing about the command itself (contract/error.ts: transientErrors), and errors of a key that another call
-- used.
create function unstored_errors()
returns text[]
language sql immutable as $$
  select array['busy', 'later', 'key_busy', 'key_mismatch', 'unauthenticated', 'invalid_key', 'company_unavailable',
               'too_many_requests', 'intention_declined']
$$;

-- Whether the outcome of a customer's call with this key is stored, so that a repeat changes nothing. p_key may be null.
create function has_outcome(p_company_id uuid, p_customer_id uuid, p_key text, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from idempotency
     where idempotency.company_id = p_company_id
       and idempotency.principal_kind = 'customer'
       and idempotency.principal_id = p_customer_id
       and idempotency.key = p_key
       and idempotency.expires_at > p_now);
end
$$;

-- Whether a result has a voucher's code that was sealed with another secret than the one with this number.
create function has_other_seal(p_result jsonb, p_number integer)
returns boolean
language sql immutable as $$
  select exists (
    select
      from jsonb_path_query(p_result, '$.**.sealed_code') sealed
     where get_byte((sealed #>> '{}')::bytea, 0) <> p_number)
$$;

-- Deletes the stored answers to a customer who leaves (D16).
create function drop_outcomes(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from idempotency
   where idempotency.company_id = p_company_id
     and idempotency.principal_kind = 'customer'
     and idempotency.principal_id = p_customer_id;
end
$$;
