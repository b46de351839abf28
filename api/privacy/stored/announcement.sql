-- The announcements of the erasure of inactive customers (D16).

-- Whether the erasure of the customer is to be announced now.
create function is_erasure_to_announce(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return coalesce(is_inactive(p_company_id, p_customer_id, inactive_since(p_company_id, p_now), p_now), false)
     and coalesce((select reach.has_confirmed_email from reach_of(p_company_id, p_customer_id) reach), false)
     and not exists (
           select
             from erasure_announcement
            where erasure_announcement.company_id = p_company_id
              and erasure_announcement.customer_id = p_customer_id);
end
$$;

-- Writes the announcement, for a mail that the caller queues in the same transaction. Null: the customer is not to be erased, or
-- another node has announced it. p_days: the days that the customer has left, after today.
create function announce_erasure(p_company_id uuid, p_customer_id uuid, p_days integer, p_now timestamptz)
returns uuid
language plpgsql as $$
declare
  announcement_id  uuid;
begin
  -- The id comes from a CTE, because on Citus `returning … into` fails at a conflict.
  with made as (
    insert into erasure_announcement (
      company_id, customer_id, points_amount, points_value, announced_at, erase_after)
    select p_company_id, p_customer_id,
           current.amount + current.pending_amount + current.held_amount,
           current.value + current.pending_value + current.held_value,
           p_now,
           ((p_now at time zone zone)::date + p_days + 1)::timestamp at time zone zone
      from current_balance(p_company_id, p_customer_id, p_now) current
     cross join time_zone_of(p_company_id) zone
     where hold_customer(p_company_id, p_customer_id)
       and is_erasure_to_announce(p_company_id, p_customer_id, p_now)
    on conflict (company_id, customer_id) do nothing
    returning erasure_announcement.id)
  select made.id into announcement_id
    from made;
  return announcement_id;
end
$$;

-- The figures of the mail. No row: the announcement was withdrawn, or the customer is no longer inactive.
create function announcement_of(p_company_id uuid, p_customer_id uuid, p_announcement_id uuid, p_now timestamptz)
returns table (points_amount bigint, points_value bigint, last_day date)
language plpgsql stable as $$
begin
  return query
    select announcement.points_amount, announcement.points_value,
           (announcement.erase_after at time zone zone)::date - 1
      from erasure_announcement announcement
     cross join time_zone_of(p_company_id) zone
     where announcement.company_id = p_company_id
       and announcement.customer_id = p_customer_id
       and announcement.id = p_announcement_id
       and is_inactive(p_company_id, p_customer_id, announcement.announced_at, p_now);
end
$$;

-- Notes that the mail server has accepted the mail. A second sending changes nothing.
create function note_announcement_sent(
  p_company_id uuid, p_customer_id uuid, p_announcement_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
begin
  update erasure_announcement
     set sent_at = p_now
   where erasure_announcement.company_id = p_company_id
     and erasure_announcement.customer_id = p_customer_id
     and erasure_announcement.id = p_announcement_id
     and erasure_announcement.sent_at is null;
end
$$;

-- Returns a row when the customer may be erased. The last day of the mail must be over, and the mail sent p_days ago. The
-- customer must have been inactive since the announcement and for the whole period. No row: not yet, or the announcement is to
-- be withdrawn.
create function erasure_due(p_company_id uuid, p_customer_id uuid, p_days integer, p_now timestamptz)
returns table (announced_at timestamptz, sent_at timestamptz)
language plpgsql stable as $$
begin
  return query
    select announcement.announced_at, announcement.sent_at
      from erasure_announcement announcement
     cross join inactive_since(p_company_id, p_now) since
     where announcement.company_id = p_company_id
       and announcement.customer_id = p_customer_id
       and announcement.erase_after <= p_now
       and announcement.sent_at <= p_now - make_interval(days => p_days)
       and since is not null
       and is_inactive(p_company_id, p_customer_id, least(announcement.announced_at, since), p_now);
end
$$;

-- A page of the customers whose erasure is announced, by id.
create function announced_after(p_company_id uuid, p_after uuid, p_limit integer)
returns table (customer_id uuid)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select announcement.customer_id
      from erasure_announcement announcement
     where announcement.company_id = p_company_id
       and announcement.customer_id > p_after
     order by announcement.customer_id
     limit p_limit;
end
$$;

-- A page of the customers whose erasure is announced, by id, and whether they may be erased now. Not a sub-select beside
-- announced_after: Citus 14 sends a statement whose only table is a function to the worker as text, without its sub-selects.
create function announced_page(p_company_id uuid, p_after uuid, p_limit integer, p_days integer, p_now timestamptz)
returns table (customer_id uuid, is_due boolean)
language plpgsql stable as $$
begin
  for customer_id in select one.customer_id from announced_after(p_company_id, p_after, p_limit) one loop
    perform from erasure_due(p_company_id, customer_id, p_days, p_now);
    is_due := found;
    return next;
  end loop;
end
$$;

-- Withdraws the announcements of a page of customers that no longer hold. Reasons: the company keeps inactive customers
-- longer, the customer did something, or no mail server accepted the mail within p_days. Returns the whole page.
create function withdraw_announcements(
  p_company_id uuid, p_after uuid, p_limit integer, p_days integer, p_now timestamptz)
returns table (customer_id uuid, is_withdrawn boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  since      timestamptz := inactive_since(p_company_id, p_now);
  page       uuid[] := array(
               select one.customer_id
                 from announced_after(p_company_id, p_after, p_limit) one);
  active     uuid[];
  withdrawn  uuid[];
begin
  -- A statement of its own, because Citus calls no function of a row's column in a delete.
  active := array(
    select announcement.customer_id
      from erasure_announcement announcement
     where announcement.company_id = p_company_id
       and announcement.customer_id = any (page)
       and not is_inactive(p_company_id, announcement.customer_id, least(announcement.announced_at, since), p_now));
  with deleted as (
    delete from erasure_announcement announcement
     where announcement.company_id = p_company_id
       and announcement.customer_id = any (page)
       and (since is null
            or announcement.sent_at is null and announcement.announced_at < p_now - make_interval(days => p_days)
            or announcement.customer_id = any (active))
    returning announcement.customer_id)
  select coalesce(array_agg(deleted.customer_id), '{}') into withdrawn
    from deleted;
  return query select one, one = any (withdrawn) from unnest(page) one;
end
$$;

-- Deletes the announcement of an erased customer.
create function drop_announcement(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from erasure_announcement
   where erasure_announcement.company_id = p_company_id
     and erasure_announcement.customer_id = p_customer_id;
end
$$;
