-- Finds the caller, the customer and earlier calls of each command, before any lock is taken. Facts that may change until then
-- are read again under the lock, or a unique key detects the change (write.sql).

create function located(company programme, p_commands jsonb, p_now timestamptz)
returns command[]
language plpgsql stable as $$
declare
  commands  command[] := called(company, p_commands, p_now);
begin
  if p_commands @? '$.external_id' then
    commands := with_customers(company.company_id, commands, p_now);
    commands := with_known_calls(company.company_id, commands);
  end if;
  if p_commands @? '$.record_id' or p_commands @? '$.intention_id' or p_commands @? '$.code_key' then
    commands := with_subjects(company.company_id, commands);
  end if;
  return commands;
end
$$;

-- The commands with caller and shop. Node has identified the caller of a command without a credential.
create function called(company programme, p_commands jsonb, p_now timestamptz)
returns command[]
language plpgsql stable as $$
declare
  commands  command[] := '{}';
  found     record;
  cmd       command;
begin
  cmd.is_miss := false;
  cmd.is_done := false;
  cmd.is_replay := false;
  cmd.has_key := false;
  for found in
    select request.n, request.args, caller.id as caller_id, listed,
           coalesce(till.id, (request.args ->> 'partner_key_id')::uuid) as partner_key_id,
           till.most_points_per_day is not null as is_limited,
           till.last_used_on is distinct from local_day(company, p_now) as is_first_use,
           till.wait_s,
           case when request.args ? 'key_hash'
                then error_of_key(till.id, till.scopes, till.addresses, company.is_available, request.args ->> 'scope',
                                  request.args ->> 'address')
                when not request.args ? 'token_hash' then null
                when caller.id is null then 'unauthenticated'
                when not company.is_available then 'company_unavailable'
           end as error
      from jsonb_array_elements(p_commands) with ordinality request (args, n)
      left join lateral till_with(company.company_id, (request.args ->> 'key_hash')::bytea, p_now) till on true
      left join lateral session_of(company.company_id, (request.args ->> 'token_hash')::bytea, p_now) session on true
     cross join lateral (select coalesce(session.customer_id, (request.args ->> 'caller_id')::uuid) as id) caller
      left join lateral listed_subsidiary(company.company_id, request.args ->> 'subsidiary_key') listed on true
     order by request.n
  loop
    cmd.n := found.n;
    cmd.verb := found.args ->> 'verb';
    cmd.args := found.args;
    cmd.partner_key_id := found.partner_key_id;
    cmd.caller_id := found.caller_id;
    cmd.customer_id := coalesce(found.caller_id, (found.args ->> 'customer_id')::uuid);
    cmd.absorbed_id := (found.args ->> 'absorbed_id')::uuid;
    cmd.staying_id := case when cmd.absorbed_id is not null then cmd.customer_id end;
    cmd.is_limited := found.is_limited;
    cmd.is_first_use := found.is_first_use;
    cmd.subsidiary_name := coalesce(found.listed, found.args ->> 'subsidiary_name');
    cmd.unlisted_in := case
      when found.listed is null and found.args ? 'subsidiary_key' and company.has_subsidiaries
      then company.subsidiaries_version
    end;
    cmd.wait_s := found.wait_s;
    cmd.error := found.error;
    commands := commands || cmd;
  end loop;
  return commands;
end
$$;

-- The commands with the customer whom the till names. The console's counter names a customer whom it has looked up by the id. The
-- account may have been merged into another one since, as that of a sale that waited for the network.
create function with_customers(p_company_id uuid, p_commands command[], p_now timestamptz)
returns command[]
language plpgsql stable as $$
declare
  named  record;
begin
  for named in
    select c.n, customer.id, customer.may_spend
      from unnest(p_commands) c
     cross join lateral (
            select by_key.id, by_key.may_spend
              from named_customers(
                     p_company_id, c.args ->> 'document', c.args ->> 'phone', c.args ->> 'email',
                     (c.args ->> 'session_ref')::bytea, p_now) by_key
             union all
            select by_id.id, by_id.may_spend
              from (values ((c.args ->> 'customer_id')::uuid)) account (id)
             cross join lateral person_of(p_company_id, coalesce(merged_into(p_company_id, account.id), account.id)) by_id) customer
     where c.verb in ('earn', 'open', 'simulate', 'import')
  loop
    p_commands[named.n].customer_id := named.id;
    p_commands[named.n].may_spend := named.may_spend;
  end loop;
  return p_commands;
end
$$;

-- The commands with the record or intention that an earlier call with the external_id made.
create function with_known_calls(p_company_id uuid, p_commands command[])
returns command[]
language plpgsql stable as $$
declare
  known  record;
begin
  for known in
    select c.n, made.id, made.is_same
      from unnest(p_commands) c
     cross join lateral (
            select record.id,
                   case when c.verb = 'spend'
                        then record.customer_id = c.customer_id and record.amount = -(c.args ->> 'amount')::bigint
                        -- An import names no customer: a repeated line of an erased person changes nothing.
                        when c.verb = 'import'
                        then record.origin = 'import'
                             and record.amount = (c.args ->> 'amount')::bigint
                             and record.value = (c.args ->> 'value')::bigint
                             and record.expires_on is not distinct from (c.args ->> 'expires_on')::date
                        else coalesce(
                               record.fingerprint = (c.args ->> 'plain_fingerprint')::bytea
                               or record.fingerprint = any (byte_strings(c.args, 'fingerprint', 'other_fingerprints')), false)
                   end as is_same
              from points_record record
             where record.company_id = p_company_id
               and record.type_id = case c.verb when 'earn' then 'GNR' when 'import' then 'GNR' when 'return' then 'GNR_REVERSAL' when 'spend' then 'CNS' end
               and record.external_id = c.args ->> 'external_id'
             union all
            -- A key stands for one adjustment, whether it gives or takes.
            select record.id, coalesce(record.fingerprint = (c.args ->> 'fingerprint')::bytea, false)
              from points_record record
             where c.verb = 'adjust'
               and record.company_id = p_company_id
               and record.type_id in ('GNR', 'CNS')
               and record.external_id = c.args ->> 'external_id'
             union all
            select intention.id,
                   intention.fingerprint = (c.args ->> 'fingerprint')::bytea and intention.partner_key_id = c.partner_key_id
              from intentions_called(
                     p_company_id, case when c.verb = 'open' then c.args ->> 'external_id' end) intention) made
  loop
    p_commands[known.n].known_id := known.id;
    p_commands[known.n].is_known_same := known.is_same;
  end loop;
  return p_commands;
end
$$;

-- The commands with the record, intention or voucher that they name, and its customer. Another till's or another customer's
-- intention is not found (T4). Rows of an absorbed account stay there, and their commands need the staying account too.
create function with_subjects(p_company_id uuid, p_commands command[])
returns command[]
language plpgsql stable as $$
declare
  subject  record;
  heir     uuid;
begin
  for subject in
    select c.n, named.*
      from unnest(p_commands) c
     cross join lateral (
            select record.id, record.customer_id, record.type_id = 'CNS' as is_use, null::uuid as prize_id
              from points_record record
             where record.company_id = p_company_id
               and record.id = (c.args ->> 'record_id')::uuid
             union all
            select intention.id, intention.customer_id, null, null
              from intention_for(
                     p_company_id, (c.args ->> 'intention_id')::uuid, c.partner_key_id, c.caller_id) intention
             union all
            select voucher.id, voucher.customer_id, null, voucher.prize_id
              from voucher_with(p_company_id, byte_strings(c.args, 'code_key', 'other_code_keys')) voucher) named
  loop
    p_commands[subject.n].subject_id := subject.id;
    p_commands[subject.n].customer_id := subject.customer_id;
    heir := merged_into(p_company_id, subject.customer_id);
    if p_commands[subject.n].absorbed_id is not null then
      p_commands[subject.n].staying_id := subject.customer_id;
    elsif heir is not null then
      p_commands[subject.n].absorbed_id := subject.customer_id;
      p_commands[subject.n].staying_id := heir;
    end if;
    p_commands[subject.n].is_use := subject.is_use;
    p_commands[subject.n].prize_id := subject.prize_id;
  end loop;
  return p_commands;
end
$$;

-- The commands, with errors for those that cannot be carried out and answers for repeats. When commands have the same customer
-- or external_id, only the first stays. The others are answered `later`, and Node sends them again. So the remaining commands
-- have distinct customers and external ids.
create function checked(company programme, p_commands command[], p_now timestamptz)
returns command[]
language plpgsql stable as $$
declare
  cmd          command;
  customers    text[] := '{}';
  externals    text[] := '{}';
  named        text[];
  external_id  text;
begin
  for n in 1 .. cardinality(p_commands) loop
    cmd := p_commands[n];
    continue when cmd.is_done;
    cmd := checked_alone(company, cmd, p_now);
    if not cmd.is_done and not cmd.is_miss then
      named := array_remove(
        array[coalesce(cmd.customer_id::text, cmd.args ->> 'document'), cmd.absorbed_id::text, cmd.staying_id::text], null);
      external_id := cmd.verb || ' ' || (cmd.args ->> 'external_id');
      if named && customers or external_id = any (externals) then
        cmd.error := 'later';
        cmd.is_done := true;
      end if;
      customers := customers || named;
      externals := externals || external_id;
    end if;
    p_commands[n] := cmd;
  end loop;
  return p_commands;
end
$$;

create function checked_alone(company programme, cmd command, p_now timestamptz)
returns command
language plpgsql stable as $$
begin
  cmd.error := case
    when cmd.error is not null then cmd.error
    when cmd.subject_id is null and cmd.args ?| array['record_id', 'intention_id'] then 'not_found'
    when cmd.subject_id is null and cmd.args ? 'code_key' then 'voucher_not_found'
  end;
  if cmd.error is null and cmd.args ? 'external_id' then
    cmd := looked_up(company.company_id, cmd, p_now);
  end if;
  cmd.is_done := cmd.is_done or cmd.error is not null;
  return cmd;
end
$$;

-- A command with an external_id: the limit of look-ups (T18), then the answer to a repeat. A repeat gets the first answer,
-- even if a limit or the list of shops has changed, or the member code has expired since.
create function looked_up(p_company_id uuid, cmd command, p_now timestamptz)
returns command
language plpgsql stable as $$
declare
  looks_up boolean := cmd.verb = 'open' or cmd.verb = 'earn' and not cmd.args ? 'document';
begin
  if looks_up and cmd.wait_s > 0 and not coalesce(cmd.is_known_same, false) then
    cmd.error := 'too_many_requests';
    cmd.details := jsonb_build_object('retry_after_s', cmd.wait_s);
  elsif looks_up and cmd.customer_id is null and not coalesce(cmd.is_known_same, false) then
    cmd.is_miss := true;
  elsif cmd.is_use then
    -- undo() looks for its own repeats.
    return cmd;
  elsif cmd.known_id is not null and not cmd.is_known_same then
    cmd.error := 'idempotency_mismatch';
  elsif cmd.known_id is not null then
    cmd.is_done := true;
    cmd.result := known_result(p_company_id, cmd, p_now);
  else
    cmd.error := cmd.args ->> 'code_error';
  end if;
  return cmd;
end
$$;

-- The answer of the first call with the external_id.
create function known_result(p_company_id uuid, cmd command, p_now timestamptz)
returns jsonb
language plpgsql stable as $$
begin
  if cmd.verb = 'open' then
    return intention_result(
      intention_of(p_company_id, cmd.known_id), p_now, unlisted_in(p_company_id, 'intention', cmd.known_id));
  end if;
  return record_result(known_record(p_company_id, cmd.known_id), unlisted_in(p_company_id, 'sale', cmd.known_id));
end
$$;

-- Whether the command's external_id has been written since it was located.
create function is_known_since(p_company_id uuid, cmd command)
returns boolean
language plpgsql stable as $$
begin
  if cmd.verb = 'open' then
    return exists (select from intentions_called(p_company_id, cmd.args ->> 'external_id'));
  end if;
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id
       and points_record.type_id = case
             when cmd.verb in ('earn', 'import') then 'GNR'
             when cmd.verb = 'return' and not cmd.is_use then 'GNR_REVERSAL'
             when cmd.verb = 'spend' then 'CNS'
             when cmd.verb = 'adjust' then case when (cmd.args ->> 'amount')::bigint < 0 then 'CNS' else 'GNR' end
           end
       and points_record.external_id = cmd.args ->> 'external_id');
end
$$;
