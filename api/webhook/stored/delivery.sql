-- The deliveries to one endpoint, for the console (D15).

-- Makes an event due again for one endpoint. False: the company has no such event, or the endpoint does not want its type. The
-- number of attempts goes on. A delivery that is due within two minutes stays as it is. Either it is about to be sent, or a
-- node has claimed it for one minute and sends it now. A second claim would send it twice.
create function replay_delivery(p_company_id uuid, p_endpoint_id uuid, p_event_id uuid, p_now timestamptz)
returns boolean
language plpgsql as $$
declare
  -- Deliveries go by the servers' clock, as in add_events.
  present  timestamptz := p_now - clock_ahead(p_company_id);
  -- Computed here: Citus wants only immutable functions in the condition of an upsert.
  soon     timestamptz := present + interval '2 minutes';
begin
  if not exists (
       select
         from webhook_event
         join webhook_endpoint
           on webhook_endpoint.company_id = webhook_event.company_id
          and webhook_endpoint.id = p_endpoint_id
          and (webhook_endpoint.types is null or webhook_event.type = any (webhook_endpoint.types))
        where webhook_event.company_id = p_company_id
          and webhook_event.id = p_event_id) then
    return false;
  end if;
  insert into webhook_delivery (company_id, event_id, endpoint_id, due_at, give_up_at)
  values (p_company_id, p_event_id, p_endpoint_id, present, present + make_interval(hours => webhook_hours()))
  on conflict (company_id, event_id, endpoint_id) do update
     set due_at = excluded.due_at,
         give_up_at = excluded.give_up_at,
         delivered_at = null
   where webhook_delivery.due_at is null
      or webhook_delivery.due_at > soon;
  return true;
end
$$;

-- Deliveries to an endpoint with their last attempts, newest event first: all, one event, or those of a state and before an event.
create function deliveries_to(
  p_company_id  uuid,
  p_endpoint_id uuid,
  p_event_id    uuid,
  p_state       text,
  p_before      uuid,
  p_limit       bigint,
  p_attempts    integer
)
returns table (
  event_id uuid, type text, created_at timestamptz, data jsonb, state text, due_at timestamptz, attempt_count integer,
  attempts jsonb)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select page.event_id, event.type, event.created_at, event.data, page.state, page.due_at,
           page.attempt_count, coalesce(last.attempts, '[]')
      from (select one.event_id, one.due_at, one.attempts as attempt_count, delivery_state.state
              from webhook_delivery one
             cross join lateral (
                   select case
                            when one.delivered_at is not null then 'DELIVERED'
                            when one.due_at is not null then 'WAITING'
                            else 'GIVEN_UP'
                          end as state) delivery_state
             where one.company_id = p_company_id
               and one.endpoint_id = p_endpoint_id
               and (p_event_id is null or one.event_id = p_event_id)
               and (p_before is null or one.event_id < p_before)
               and (p_state is null or delivery_state.state = p_state)
             order by one.event_id desc
             limit p_limit) page
     cross join lateral (
           select webhook_event.type, webhook_event.created_at, webhook_event.data
             from webhook_event
            where webhook_event.company_id = p_company_id and webhook_event.id = page.event_id
            limit 1) event
     cross join lateral (
           select jsonb_agg(
                    jsonb_build_object(
                      'attempted_at', to_char(attempt.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      'status', attempt.status, 'failure', attempt.failure, 'duration_ms', attempt.duration_ms)
                    order by attempt.id desc) as attempts
             from (select webhook_attempt.id, webhook_attempt.attempted_at, webhook_attempt.status, webhook_attempt.failure,
                          webhook_attempt.duration_ms
                     from webhook_attempt
                    where webhook_attempt.company_id = p_company_id
                      and webhook_attempt.event_id = page.event_id
                      and webhook_attempt.endpoint_id = p_endpoint_id
                    order by webhook_attempt.id desc
                    limit p_attempts) attempt) last
     order by page.event_id desc;
end
$$;
