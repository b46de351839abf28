-- The points that a till's key has given, and its last use (T18). engine/locate/lock.sql says when in the lock order limited keys are
-- locked.

create function lock_keys(p_company_id uuid, p_commands command[], p_today date)
returns key_quota[]
language plpgsql as $$
declare
  ids  uuid[] := array(
         select distinct c.partner_key_id
           from unnest(p_commands) c
          where c.verb = 'earn'
            and c.is_limited
            and not c.is_done);
begin
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  return array(
    select row(
             partner_key.id,
             partner_key.most_points_per_day
               - case when partner_key.given_on >= p_today then partner_key.given_amount else 0 end)::key_quota
      from partner_key
     where partner_key.company_id = p_company_id
       and partner_key.id = any (ids)
     order by partner_key.id
       for no key update skip locked);
end
$$;

-- Stores the points that limited keys gave, and the day of each key's last use.
create function write_key_use(company programme, p_commands command[], p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
declare
  used  record;
begin
  select bool_or(cmd.is_limited and cmd.verb = 'earn') as is_limited,
         array_agg(distinct cmd.partner_key_id) filter (where cmd.is_first_use) as first_ids
    into used
    from unnest(p_commands) cmd;
  if used.is_limited then
    perform write_given(company, p_commands, p_changes, local_day(company, p_now));
  end if;
  if used.first_ids is not null then
    perform write_last_use(company.company_id, used.first_ids, local_day(company, p_now));
  end if;
end
$$;

create function write_given(company programme, p_commands command[], p_changes change[], p_today date)
returns void
language plpgsql as $$
begin
  update partner_key
     -- A node whose clock is behind counts for the later stored day, so that no day's limit is reset twice around midnight.
     set given_amount = case when partner_key.given_on >= p_today then partner_key.given_amount else 0 end + given.amount,
         given_on     = greatest(partner_key.given_on, p_today)
    from (select cmd.partner_key_id, sum(c.entries[1].amount) as amount
            from unnest(p_changes) c
            join unnest(p_commands) cmd on cmd.n = c.n
           where cmd.verb = 'earn'
             and cmd.is_limited
             and c.error is null
           group by cmd.partner_key_id) given
   where partner_key.company_id = company.company_id
     and partner_key.id = given.partner_key_id;
end
$$;

-- last_used_on is only a hint for people, so a locked key is skipped.
create function write_last_use(p_company_id uuid, p_partner_key_ids uuid[], p_today date)
returns void
language plpgsql as $$
begin
  update partner_key
     set last_used_on = p_today
   where partner_key.company_id = p_company_id
     and partner_key.id in (
           select unused.id
             from partner_key unused
            where unused.company_id = p_company_id
              and unused.id = any (p_partner_key_ids)
              and unused.last_used_on is distinct from p_today
              for no key update skip locked);
end
$$;

-- Forgets what the keys of a sandbox have given, because its clock goes back when it is emptied.
create function forget_key_use(p_company_id uuid)
returns void
language plpgsql as $$
begin
  update partner_key
     set given_amount = 0,
         given_on     = null,
         last_used_on = null
   where partner_key.company_id = p_company_id;
end
$$;
