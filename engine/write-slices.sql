-- Writes the changes outside the ledger: intentions, vouchers, promotions, keys, unlisted shops.

-- Updates come before inserts, because a customer may have one open intention only.
create function write_intentions(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
declare
  expected  bigint := (select count(*) from unnest(p_changes) c where (c.opened).id is not null);
  written   bigint;
begin
  update intention
     set status          = i.status,
         wrong_codes     = i.wrong_codes,
         captured_amount = i.captured_amount,
         captured_value  = i.captured_value,
         record_id       = i.record_id,
         authorized_at   = i.authorized_at,
         ended_at        = i.ended_at
    from unnest(p_changes) c
   cross join unnest(c.intentions) i
   where intention.company_id = p_company_id
     and intention.id = i.id;
  if expected = 0 then
    return;
  end if;
  insert into intention (
           company_id, id, customer_id, partner_key_id, external_id, fingerprint, status, subsidiary_name, purchase_value,
           points_amount, points_value, balance_amount, balance_value, created_at, expires_at, retried_id)
  select p_company_id, (c.opened).id, c.customer_id, (c.opened).partner_key_id, (c.opened).external_id,
         (c.opened).fingerprint, (c.opened).status, (c.opened).subsidiary_name, (c.opened).purchase_value,
         (c.opened).points_amount, (c.opened).points_value, (c.opened).balance_amount, (c.opened).balance_value,
         (c.opened).created_at, (c.opened).expires_at, (c.opened).retried_id
    from unnest(p_changes) c
   where (c.opened).id is not null
   order by (c.opened).external_id
  on conflict (company_id, external_id) do nothing;
  get diagnostics written = row_count;
  perform require_rows(written, expected);
end
$$;

create function write_vouchers(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
declare
  has  record;
begin
  select bool_or(c.issued is not null) as issued, bool_or((c.voucher).id is not null) as changed
    into has
    from unnest(p_changes) c;
  if has.issued then
    perform write_issued(p_company_id, p_changes);
  end if;
  if has.changed then
    update voucher
       set withdrawn_at            = (c.voucher).withdrawn_at,
           withdrawn_at_subsidiary = (c.voucher).withdrawn_at_subsidiary,
           withdrawn_by            = (c.voucher).withdrawn_by,
           cancelled_at            = (c.voucher).cancelled_at,
           cancelled_by            = (c.voucher).cancelled_by
      from unnest(p_changes) c
     where voucher.company_id = p_company_id
       and voucher.id = (c.voucher).id;
  end if;
  perform write_stock(p_company_id, p_changes);
end
$$;

create function write_issued(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  insert into voucher (company_id, id, customer_id, prize_id, code_key, sealed_code, points_amount, record_id, expires_on,
                       created_at)
  select p_company_id, v.id, v.customer_id, v.prize_id, v.code_key, v.sealed_code, v.points_amount, v.record_id,
         v.expires_on, v.created_at
    from unnest(p_changes) c
   cross join unnest(c.issued) v;
  update prize_code
     set voucher_id = v.id
    from unnest(p_changes) c
   cross join unnest(c.issued) v
   where prize_code.company_id = p_company_id
     and prize_code.code_key = v.code_key;
end
$$;

-- Counts the issued vouchers of prizes with a stock, less the cancelled ones. Vouchers from before the stock are not counted.
create function write_stock(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update prize
     set issued = greatest(prize.issued + counted.vouchers, 0)
    from (select v.prize_id, sum(v.vouchers) as vouchers
            from unnest(p_changes) c
           cross join lateral (
                  select issued.prize_id, 1 as vouchers
                    from unnest(c.issued) issued
                   union all
                  select (c.voucher).prize_id, -1
                   where (c.voucher).cancelled_at is not null) v
           group by v.prize_id) counted
   where prize.company_id = p_company_id
     and prize.id = counted.prize_id
     and prize.stock is not null;
end
$$;

create function write_activations(p_company_id uuid, p_changes change[])
returns void
language plpgsql as $$
begin
  update promotion
     set activations = promotion.activations + counted.activations
    from (select (c.activated).id as id, count(*) as activations
            from unnest(p_changes) c
           where (c.activated).id is not null
           group by (c.activated).id
           order by (c.activated).id) counted
   where promotion.company_id = p_company_id
     and promotion.id = counted.id;
  insert into promotion_activation (company_id, promotion_id, customer_id, number, record_id, created_at)
  select p_company_id, (c.activated).id, c.customer_id, c.activation, (last_entry(c)).id, (c.balance).moved_at
    from unnest(p_changes) c
   where (c.activated).id is not null;
end
$$;

create function write_unlisted(p_company_id uuid, p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into unlisted_subsidiary (company_id, kind, source_id, name, version, created_at)
  select p_company_id, (c.unlisted).kind, (c.unlisted).source_id, (c.unlisted).name, (c.unlisted).version, p_now
    from unnest(p_changes) c
   where (c.unlisted).kind is not null;
end
$$;

-- The points that limited keys gave, and the day of each key's last use.
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
    perform write_last_use(company.company_id, used.first_ids, (p_now at time zone 'UTC')::date);
  end if;
end
$$;

create function write_given(company programme, p_commands command[], p_changes change[], p_today date)
returns void
language plpgsql as $$
begin
  update partner_key
     -- A node whose clock is behind counts for the later day, so that two clocks around midnight do not begin a day twice.
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
