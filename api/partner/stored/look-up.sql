-- Limits of a key's look-ups (T18, D13): by default 3,600 an hour, of which 100 may be misses. A miss is a look-up that finds no
-- customer. An attacker who guesses CPFs or phones misses nearly always. Every call that reveals whether a person is a customer
-- counts its misses here.
--
-- Lock order: this row comes last. A transaction that holds it takes no other lock (engine/locate/lock.sql).

-- The counts of a key.
create type look_ups_of_key as (
  hour_from  timestamptz,
  look_ups   integer,
  missed_at  timestamptz[],
  blocks     integer,
  free_at    timestamptz
);

-- Locks the key's row until the transaction ends. Look-ups of one key run one after the other, so that concurrent ones cannot
-- exceed the limit.
create function lock_look_ups(p_company_id uuid, p_partner_key_id uuid, p_now timestamptz)
returns look_ups_of_key
language plpgsql as $$
declare
  counted  look_ups_of_key;
begin
  insert into look_up_count (company_id, partner_key_id, hour_from)
  values (p_company_id, p_partner_key_id, p_now)
  on conflict (company_id, partner_key_id) do nothing;
  select look_up_count.hour_from, look_up_count.look_ups, look_up_count.missed_at, look_up_count.blocks, look_up_count.free_at
    into strict counted
    from look_up_count
   where look_up_count.company_id = p_company_id
     and look_up_count.partner_key_id = p_partner_key_id
     for no key update;
  return counted;
end
$$;

-- Seconds until p_until, rounded up; 0 when it has passed.
create function seconds_until(p_until timestamptz, p_now timestamptz)
returns integer
language sql immutable as $$
  select greatest(0, ceil(extract(epoch from p_until - p_now)))::integer
$$;

-- Finds a customer and counts the look-up. A key that has used up its look-ups gets wait_s > 0 and no customer. It gets the
-- same for an existing customer, because the error must reveal nothing.
--
-- By p_call: a 'look_up' counts against the look-ups of an hour, a 'simulation' only if it is a miss.
create function look_up_customer(
  p_company_id     uuid,
  p_partner_key_id uuid,
  p_document       text,
  p_phone          text,
  p_email          text,
  p_session_ref    bytea,
  p_call           text,
  p_now            timestamptz
) returns table (customer_id uuid, wait_s integer)
language plpgsql as $$
declare
  counted       look_ups_of_key;
  max_look_ups  integer;
begin
  counted := lock_look_ups(p_company_id, p_partner_key_id, p_now);
  wait_s := coalesce(seconds_until(counted.free_at, p_now), 0);
  if p_call = 'look_up' and wait_s = 0 then
    select partner_key.most_look_ups_per_hour into strict max_look_ups
      from partner_key
     where partner_key.company_id = p_company_id
       and partner_key.id = p_partner_key_id;
    if counted.hour_from <= p_now - interval '1 hour' then
      counted.hour_from := p_now;
      counted.look_ups := 0;
    end if;
    if counted.look_ups >= max_look_ups then
      wait_s := seconds_until(counted.hour_from + interval '1 hour', p_now);
    end if;
    update look_up_count
       set hour_from = counted.hour_from,
           look_ups = counted.look_ups + case when wait_s = 0 then 1 else 0 end
     where look_up_count.company_id = p_company_id
       and look_up_count.partner_key_id = p_partner_key_id;
  end if;
  if wait_s = 0 then
    select found.id into customer_id
      from named_customers(p_company_id, p_document, p_phone, p_email, p_session_ref, p_now) found;
    if not found then
      wait_s := count_miss(p_company_id, p_partner_key_id, p_now);
    end if;
  end if;
  return next;
end
$$;

-- The same without a member code, for nodes of commits from 07ef6c0 until 9704c86e, which serve on after `fiel migrate`. Drop
-- it once CHANGELOG.md supports upgrades from 9704c86e or a later commit only.
create function look_up_customer(
  p_company_id     uuid,
  p_partner_key_id uuid,
  p_document       text,
  p_phone          text,
  p_email          text,
  p_call           text,
  p_now            timestamptz
) returns table (customer_id uuid, wait_s integer)
language sql as $$
  select found.customer_id, found.wait_s
    from look_up_customer(p_company_id, p_partner_key_id, p_document, p_phone, p_email, null, p_call, p_now) found
$$;

-- Counts a miss. Returns 0, or the seconds to wait if the key is blocked; then it counts nothing.
--
-- The last allowed miss blocks the key until the oldest one is an hour old, so that no hour has more. If the misses are used
-- up again within a day, the wait doubles, up to 4 hours.
create function count_miss(p_company_id uuid, p_partner_key_id uuid, p_now timestamptz)
returns integer
language plpgsql as $$
declare
  counted     look_ups_of_key := lock_look_ups(p_company_id, p_partner_key_id, p_now);
  max_misses  integer;
begin
  if counted.free_at > p_now then
    return seconds_until(counted.free_at, p_now);
  end if;
  select partner_key.most_misses_per_hour into strict max_misses
    from partner_key
   where partner_key.company_id = p_company_id
     and partner_key.id = p_partner_key_id;
  counted.missed_at := array(
    select missed.at
      from unnest(counted.missed_at) as missed (at)
     where missed.at > p_now - interval '1 hour'
     order by missed.at) || p_now;
  if cardinality(counted.missed_at) >= max_misses then
    counted.blocks := case when counted.free_at > p_now - interval '1 day' then counted.blocks else 0 end + 1;
    counted.free_at := counted.missed_at[1] + interval '1 hour' * least(4, power(2, least(counted.blocks - 1, 2)));
  end if;
  update look_up_count
     set missed_at = counted.missed_at,
         blocks = counted.blocks,
         free_at = counted.free_at
   where look_up_count.company_id = p_company_id
     and look_up_count.partner_key_id = p_partner_key_id;
  return 0;
end
$$;
