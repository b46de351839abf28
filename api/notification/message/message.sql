-- Messages outside the portal (D21): the notices that become messages, and the content of a message. p_rules are the rules of
-- contract/notification.ts.

-- Whether the customer gets notices of this kind over this channel.
create function wants_notice(
  p_company_id uuid, p_customer_id uuid, p_kind text, p_channel text, p_rules jsonb, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return coalesce((
    select coalesce(preference.is_on, p_rules -> 'on' ? (p_channel || ' ' || p_kind))
           and (reach.opt_in_marketing or not p_rules -> 'marketing' ? p_kind)
           and case p_channel
             when 'mail' then reach.has_confirmed_email
             else exists (select from subscriptions_of(p_company_id, p_customer_id, p_now))
           end
      from reach_of(p_company_id, p_customer_id) reach
      left join notice_preference preference
             on preference.company_id = p_company_id
            and preference.customer_id = p_customer_id
            and preference.kind = p_kind
            and preference.channel = p_channel), false);
end
$$;

-- The seconds until the quiet hours of the company's clock are over; 0 outside of them.
create function quiet_seconds(p_zone text, p_rules jsonb, p_now timestamptz)
returns integer
language plpgsql stable as $$
declare
  here     timestamp := p_now at time zone p_zone;
  first_h  integer := p_rules -> 'quiet_from';
  last_h   integer := p_rules -> 'quiet_to';
  today_at timestamp := here::date + make_interval(hours => last_h);
begin
  if extract(hour from here) >= last_h and extract(hour from here) < first_h then
    return 0;
  end if;
  return ceil(extract(epoch from
    (case when here < today_at then today_at else today_at + interval '1 day' end) at time zone p_zone - p_now));
end
$$;

-- Whether take_messages would find a notice.
create function has_new_notices(p_company_id uuid, p_before uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from notification
     where notification.company_id = p_company_id
       and notification.id < p_before
       and notification.id > coalesce(
             (select notice_progress.after_notification_id
                from notice_progress
               where notice_progress.company_id = p_company_id), '00000000-0000-0000-0000-000000000000'));
end
$$;

-- Writes the messages of a company's next notices, and returns them for the queue, in the caller's transaction. It leaves
-- notices from p_before on for a later call, because an older one may not be committed yet. No row: there is no new notice, or
-- another node is processing the company.
create function take_messages(p_company_id uuid, p_before uuid, p_page_size integer, p_rules jsonb, p_now timestamptz)
returns table (id uuid, customer_id uuid, kind text, channel text, notification_id uuid, wait_s integer)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  zone  text;
  today date;
  after uuid;
  page  uuid[];
begin
  select one.zone into strict zone from time_zone_of(p_company_id) one (zone);
  today := (p_now at time zone zone)::date;
  insert into notice_progress (company_id, after_notification_id)
  values (p_company_id, '00000000-0000-0000-0000-000000000000')
  on conflict (company_id) do nothing;
  select notice_progress.after_notification_id into after
    from notice_progress
   where notice_progress.company_id = p_company_id
     for no key update skip locked;
  page := array(
    select notification.id
      from notification
     where notification.company_id = p_company_id
       and notification.id > after
       and notification.id < p_before
     order by notification.id
     limit p_page_size);
  if cardinality(page) = 0 then
    return;
  end if;
  -- A subscript within the update ends the process of a worker of Citus 14.0.1 (segmentation fault).
  after := page[cardinality(page)];
  update notice_progress
     set after_notification_id = after
   where notice_progress.company_id = p_company_id;

  for id, customer_id, kind, channel, notification_id in
    insert into notice_message (company_id, customer_id, kind, channel, notification_id, day, created_at)
    select p_company_id, event.customer_id, event.kind, channel.name, event.notification_id, today, p_now
      from (select notification.customer_id,
                   notification.type as kind,
                   p_rules -> 'digests' ? notification.type as is_digest,
                   -- The most urgent one stands for a digest.
                   (array_agg(notification.id order by notification.data ->> 'days' is null,
                              (notification.data ->> 'days')::integer, notification.id))[1] as notification_id
              from notification
             where notification.company_id = p_company_id
               and notification.id = any (page)
               and p_rules -> 'kinds' ? notification.type
               -- After an outage, notices older than two days are not sent.
               and notification.created_at > p_now - interval '2 days'
             group by notification.customer_id, notification.type,
                      case when not p_rules -> 'digests' ? notification.type then notification.id end) event
     cross join (values ('mail'), ('push')) channel (name)
     where wants_notice(p_company_id, event.customer_id, event.kind, channel.name, p_rules, p_now)
       and not (event.is_digest and has_digest(
             p_company_id, event.customer_id, event.kind, channel.name, event.notification_id, today, p_rules))
     order by event.notification_id
    on conflict (company_id, customer_id, channel, notification_id) do nothing
    returning notice_message.id, notice_message.customer_id, notice_message.kind, notice_message.channel,
              notice_message.notification_id
  loop
    wait_s := quiet_seconds(zone, p_rules, p_now);
    return next;
  end loop;
end
$$;

-- Whether an earlier digest makes this one needless: one of the same day, or one of the last `digest_days` days that was as urgent. The
-- urgency is the distance (30, 7 or 1 days) of the notice. Nothing but a digest of the same day stops the one of the last day.
create function has_digest(
  p_company_id uuid, p_customer_id uuid, p_kind text, p_channel text, p_notification_id uuid, p_today date, p_rules jsonb)
returns boolean
language plpgsql stable as $$
declare
  distance  integer := digest_distance(p_company_id, p_notification_id, p_rules);
begin
  return exists (
    select
      from notice_message message
     where message.company_id = p_company_id
       and message.customer_id = p_customer_id
       and message.channel = p_channel
       and message.kind = p_kind
       and message.day > p_today - (p_rules ->> 'digest_days')::integer
       and (message.day = p_today
         or distance > 1
        and digest_distance(p_company_id, message.notification_id, p_rules) <= distance));
end
$$;

-- The smallest of the contract's distances that reaches the days which a notice states. A deleted notice counts as the farthest.
create function digest_distance(p_company_id uuid, p_notification_id uuid, p_rules jsonb)
returns integer
language plpgsql stable as $$
declare
  days_left  integer := (
    select (notification.data ->> 'days')::integer
      from notification
     where notification.company_id = p_company_id
       and notification.id = p_notification_id);
begin
  return (
    select coalesce(
             min(step.days::integer) filter (where days_left <= step.days::integer), max(step.days::integer))
      from jsonb_array_elements_text(p_rules -> 'distances') step (days));
end
$$;

-- The content of a message, read when it is sent. It is an array: the figures of a notice, or all that expires in the next
-- p_days days. Null: the customer does not get this kind over this channel (wants_notice), or the message would be empty.
create function message_content(
  p_company_id uuid, p_customer_id uuid, p_kind text, p_channel text, p_notification_id uuid, p_days integer,
  p_rules jsonb, p_now timestamptz)
returns jsonb
language plpgsql stable
set enable_seqscan = off
as $$
declare
  zone  text;
  today date;
begin
  if not wants_notice(p_company_id, p_customer_id, p_kind, p_channel, p_rules, p_now) then
    return null;
  end if;
  select one.zone into strict zone from time_zone_of(p_company_id) one (zone);
  today := (p_now at time zone zone)::date;
  return case p_kind
    when 'points_expiring' then (
      select jsonb_agg(jsonb_build_object(
               'expires_at', leaving.last_day,
               'days', leaving.last_day - today,
               'points_amount', leaving.amount,
               'points_value', leaving.value) order by leaving.last_day)
        from (select (free.expires_at at time zone zone)::date - 1 as last_day,
                     sum(free.amount) as amount,
                     sum(free.value) as value
                from free_points(p_company_id, p_customer_id, p_now) free
               where free.expires_at > p_now
                 and free.expires_at <= (today + p_days + 1)::timestamp at time zone zone
               group by last_day) leaving)
    when 'voucher_expiring' then (
      select jsonb_agg(jsonb_build_object(
               'voucher_id', voucher.id,
               'prize_name', voucher.prize_name,
               'expires_at', voucher.expires_on,
               'days', voucher.expires_on - today) order by voucher.expires_on, voucher.id)
        from expiring_vouchers(p_company_id, array[p_customer_id], today, today + p_days) voucher)
    else (
      select jsonb_build_array(notification.data)
        from notification
       where notification.company_id = p_company_id
         and notification.customer_id = p_customer_id
         and notification.id = p_notification_id)
  end;
end
$$;
