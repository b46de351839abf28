-- The outbox of webhook events (D3). The transaction that changes data writes the event, so that it is delivered if and only
-- if that transaction commits. Nodes claim deliveries from here.

-- Writes events that an endpoint of the company wants, and a delivery for each such endpoint. An event for a disabled
-- endpoint is stored too, so that a replay can send it later.
create function add_events(p_company_id uuid, p_events event[])
returns void
language plpgsql as $$
declare
  targets  event_target[];
  events   wanted_event[];
  ahead    interval;
begin
  if cardinality(p_events) = 0 then
    return;
  end if;
  targets := array(
    select row(webhook_endpoint.id, webhook_endpoint.types, webhook_endpoint.disabled_at is not null)::event_target
      from webhook_endpoint
     where webhook_endpoint.company_id = p_company_id
       and webhook_endpoint.removed_at is null);
  events := array(
    select row(uuidv7(), event.type, event.data, event.created_at)::wanted_event
      from unnest(p_events) event
     where exists (
             select
               from unnest(targets) target
              where target.types is null
                 or event.type = any (target.types)));
  if cardinality(events) = 0 then
    return;
  end if;
  -- Two statements. One statement, with the first insert in a CTE, takes 10 times as long on Citus. Citus copies the rows of a CTE
  -- to all workers.
  insert into webhook_event (company_id, id, type, data, created_at)
  select p_company_id, event.id, event.type, event.data, event.created_at
    from unnest(events) event;
  -- A delivery is due by the servers' clock. The events of a sandbox are dated by its own clock, which is ahead.
  ahead := clock_ahead(p_company_id);
  insert into webhook_delivery (company_id, event_id, endpoint_id, due_at, give_up_at)
  select p_company_id, event.id, target.endpoint_id, event.created_at - ahead,
         event.created_at - ahead + make_interval(hours => webhook_hours())
    from unnest(events) event
   cross join unnest(targets) target
   where not target.is_disabled
     and (target.types is null or event.type = any (target.types));
end
$$;

-- Writes one event for a verb outside the engine.
create function emit_event(p_company_id uuid, p_type text, p_data jsonb, p_now timestamptz)
returns void
language plpgsql as $$
begin
  perform add_events(p_company_id, array[row(p_type, p_data, p_now)::event]);
end
$$;

-- Claims due deliveries for one minute; if the caller dies, they are due again after that. Claims at most p_per_endpoint of
-- each endpoint, in any order of companies, so that no endpoint starves the others.
create function claim_deliveries(p_busy_endpoint_ids uuid[], p_per_endpoint integer, p_limit integer, p_now timestamptz)
returns table (
  company_id uuid, event_id uuid, endpoint_id uuid, attempts integer, claimed_until timestamptz,
  url text, secrets text[], type text, data jsonb, created_at timestamptz)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  due      record;
  claimed  bigint;
begin
  for due in
    select found.company_id, array_agg(found.id order by random()) as endpoint_ids
      from (select webhook_endpoint.company_id, webhook_endpoint.id
              from webhook_endpoint
             where webhook_endpoint.company_id in (select one.company_id from companies() one)
               and webhook_endpoint.removed_at is null
               and webhook_endpoint.disabled_at is null
               and webhook_endpoint.id <> all (p_busy_endpoint_ids)
               and exists (
                     select
                       from webhook_delivery
                      where webhook_delivery.company_id = webhook_endpoint.company_id
                        and webhook_delivery.endpoint_id = webhook_endpoint.id
                        and webhook_delivery.due_at <= p_now)) found
     group by found.company_id
     order by random()
  loop
    exit when p_limit <= 0;
    return query
      select * from claim_of_company(due.company_id, due.endpoint_ids, p_per_endpoint, p_limit, p_now);
    get diagnostics claimed = row_count;
    p_limit := p_limit - claimed;
  end loop;
end
$$;

-- Claims due deliveries as claim_deliveries does, for the given endpoints of one company.
create function claim_of_company(
  p_company_id uuid, p_endpoint_ids uuid[], p_per_endpoint integer, p_limit integer, p_now timestamptz)
returns table (
  company_id uuid, event_id uuid, endpoint_id uuid, attempts integer, claimed_until timestamptz,
  url text, secrets text[], type text, data jsonb, created_at timestamptz)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  endpoint   uuid;
  found_ids  uuid[];
begin
  foreach endpoint in array p_endpoint_ids loop
    exit when p_limit <= 0;
    found_ids := array(
      select webhook_delivery.event_id
        from webhook_delivery
       where webhook_delivery.company_id = p_company_id
         and webhook_delivery.endpoint_id = endpoint
         and webhook_delivery.due_at <= p_now
       order by webhook_delivery.due_at
       limit least(p_per_endpoint, p_limit)
         for no key update skip locked);  -- another node is claiming the locked rows
    continue when cardinality(found_ids) = 0;
    p_limit := p_limit - cardinality(found_ids);
    update webhook_delivery
       set attempts = webhook_delivery.attempts + 1,
           due_at = p_now + interval '1 minute'
     where webhook_delivery.company_id = p_company_id
       and webhook_delivery.endpoint_id = endpoint
       and webhook_delivery.event_id = any (found_ids);
    return query
      select claimed.company_id, claimed.event_id, claimed.endpoint_id, claimed.attempts, claimed.due_at,
             webhook_endpoint.url, live.secrets, event.type, event.data, event.created_at
        from webhook_delivery claimed
        join webhook_endpoint
          on webhook_endpoint.company_id = p_company_id and webhook_endpoint.id = endpoint
       cross join lateral (
             select webhook_event.type, webhook_event.data, webhook_event.created_at
               from webhook_event
              where webhook_event.company_id = p_company_id and webhook_event.id = claimed.event_id
              limit 1  -- without it a plan from the time of an empty table could join all events of the company
             ) event
       cross join lateral (
             select array_agg(encode(webhook_secret.secret, 'hex') order by webhook_secret.id desc) as secrets
               from webhook_secret
              where webhook_secret.company_id = p_company_id
                and webhook_secret.endpoint_id = endpoint
                and webhook_secret.expires_at > p_now
             ) live
       where claimed.company_id = p_company_id
         and claimed.endpoint_id = endpoint
         and claimed.event_id = any (found_ids);
  end loop;
end
$$;

-- Stores a company's attempts and returns the outcome of each: 'delivered', 'retry', 'disabled' or 'given_up'. An attempt has
-- no outcome if another node has claimed the delivery since.
--
-- The form of p_attempts: [{n, event_id, endpoint_id, claimed_until, status, failure, duration_ms, retry_s, now}].
-- claimed_until identifies the claim under which the attempt was made. Without an answer the status is null and failure has the
-- reason.
create function settle_deliveries(p_company_id uuid, p_attempts jsonb)
returns table (n integer, outcome text)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  event_ids uuid[] := array(select (attempt ->> 'event_id')::uuid from jsonb_array_elements(p_attempts) attempt);
begin
  insert into webhook_attempt (company_id, event_id, endpoint_id, status, failure, duration_ms, attempted_at)
  select p_company_id, attempt.event_id, attempt.endpoint_id, attempt.status, attempt.failure, attempt.duration_ms, attempt.now
    from jsonb_to_recordset(p_attempts) attempt (
           event_id uuid, endpoint_id uuid, status integer, failure text, duration_ms integer, now timestamptz);

  if p_attempts @? '$[*] ? (@.status == 410)' then
    update webhook_endpoint
       set disabled_at = attempt.now
      from jsonb_to_recordset(p_attempts) attempt (endpoint_id uuid, status integer, now timestamptz)
     where webhook_endpoint.company_id = p_company_id
       and webhook_endpoint.id = attempt.endpoint_id
       and webhook_endpoint.disabled_at is null
       and attempt.status = 410;
  end if;

  return query
    update webhook_delivery
       set delivered_at = case when attempt.is_taken then attempt.now end,
           due_at = case
             when not attempt.is_taken and attempt.now < webhook_delivery.give_up_at
             then least(attempt.retry_at, webhook_delivery.give_up_at)
           end
      from (select one.n, one.event_id, one.endpoint_id, one.claimed_until, one.status, one.now,
                   one.now + make_interval(secs => one.retry_s) as retry_at,
                   coalesce(one.status between 200 and 299, false) as is_taken
              from jsonb_to_recordset(p_attempts) one (
                     n integer, event_id uuid, endpoint_id uuid, claimed_until timestamptz, status integer,
                     retry_s double precision, now timestamptz)
             order by one.event_id, one.endpoint_id) attempt
     where webhook_delivery.company_id = p_company_id
       and webhook_delivery.event_id = any (event_ids)  -- so that no join order reads all deliveries of the company
       and webhook_delivery.event_id = attempt.event_id
       and webhook_delivery.endpoint_id = attempt.endpoint_id
       and webhook_delivery.delivered_at is null
       -- An accepted message is delivered, no matter which node holds the claim now. A failure counts only under its own claim.
       and (attempt.is_taken or webhook_delivery.due_at = attempt.claimed_until)
    returning attempt.n, case
      when attempt.is_taken then 'delivered'
      when attempt.status = 410 then 'disabled'
      when webhook_delivery.due_at is null then 'given_up'
      else 'retry'
    end;
end
$$;

-- Stores one attempt, for nodes of the commits 07ef6c0 to be441d0b, which serve on after `fiel migrate`. Drop it once
-- CHANGELOG.md supports upgrades from 3b464100 or a later commit only.
create function settle_delivery(
  p_company_id    uuid,
  p_event_id      uuid,
  p_endpoint_id   uuid,
  p_claimed_until timestamptz,
  p_status        integer,
  p_failure       text,
  p_duration_ms   integer,
  p_retry_s       double precision,
  p_now           timestamptz
) returns text
language sql as $$
  select coalesce(
           (select settled.outcome
              from settle_deliveries(p_company_id, jsonb_build_array(jsonb_build_object(
                     'n', 0, 'event_id', p_event_id, 'endpoint_id', p_endpoint_id, 'claimed_until', p_claimed_until,
                     'status', p_status, 'failure', p_failure, 'duration_ms', p_duration_ms, 'retry_s', p_retry_s,
                     'now', p_now))) settled),
           'taken_over')
$$;
comment on function settle_delivery is 'for nodes of commits before 3b464100 during an upgrade';

-- Makes events due again for all endpoints that want them, also for those that were disabled: one event, or all since an
-- instant. Returns the number of deliveries.
create function replay_events(p_company_id uuid, p_event_id uuid, p_since timestamptz, p_now timestamptz)
returns bigint
language plpgsql as $$
declare
  event_ids     uuid[];
  endpoint_ids  uuid[];
  written       bigint;
begin
  select array_agg(webhook_event.id), array_agg(webhook_endpoint.id)
    into event_ids, endpoint_ids
    from webhook_event
    join webhook_endpoint
      on webhook_endpoint.company_id = webhook_event.company_id
     and webhook_endpoint.removed_at is null
     and webhook_endpoint.disabled_at is null
     and (webhook_endpoint.types is null or webhook_event.type = any (webhook_endpoint.types))
   where webhook_event.company_id = p_company_id
     and (webhook_event.id = p_event_id or webhook_event.created_at >= p_since);
  insert into webhook_delivery (company_id, event_id, endpoint_id, due_at, give_up_at)
  select p_company_id, wanted.event_id, wanted.endpoint_id, p_now, p_now + make_interval(hours => webhook_hours())
    from unnest(event_ids, endpoint_ids) wanted (event_id, endpoint_id)
  on conflict (company_id, event_id, endpoint_id) do update
     set attempts = 0,
         due_at = excluded.due_at,
         give_up_at = excluded.give_up_at,
         delivered_at = null;
  get diagnostics written = row_count;
  return written;
end
$$;

-- Deletes at most p_limit events from before p_oldest, with their deliveries and attempts. Returns their number.
create function purge_events(p_company_id uuid, p_oldest timestamptz, p_limit bigint)
returns bigint
language plpgsql as $$
declare
  ids  uuid[] := array(
         select webhook_event.id
           from webhook_event
          where webhook_event.company_id = p_company_id
            and webhook_event.created_at < p_oldest
          limit p_limit);
begin
  if cardinality(ids) > 0 then
    delete from webhook_attempt
     where webhook_attempt.company_id = p_company_id
       and webhook_attempt.event_id = any (ids);
    delete from webhook_delivery
     where webhook_delivery.company_id = p_company_id
       and webhook_delivery.event_id = any (ids);
    delete from webhook_event
     where webhook_event.company_id = p_company_id
       and webhook_event.id = any (ids);
  end if;
  return cardinality(ids);
end
$$;

-- Whether the company has an endpoint. Most companies have none, so they need no events.
create function has_endpoints(p_company_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from webhook_endpoint
     where webhook_endpoint.company_id = p_company_id
       and webhook_endpoint.removed_at is null);
end
$$;
