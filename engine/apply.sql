-- apply() is the only entry to the engine: it carries out every change of a balance.
--
-- A call has commands of one company. They share the statement, the locks and the commit, and each table is written once.
-- The commands are independent, and each has its own outcome. The commands of a call have distinct customers (checked), so that
-- no command sees the changes of another. A command with an error moves no points. It writes only:
--   a wrong code's attempt, and the end of an expired intention (capture.sql, confirm.sql)
--   the ends of expired holds, and the records that take their points for earlier returns (settled)
--   the points of an absorbed account, which come back for a command about its row and leave again (recalled, swept)
--   a miss of the till's key (with_outcomes)
--   the day of the key's last use (write_key_use)
--   the outcome for the idempotency key (store_outcomes)
--
-- The path of a sale:
--    1  api/points/generate.ts makes a command from the call; apply.ts puts it into a batch, one statement for all companies.
--    2  located finds the till's key, the shop, the customer and an earlier sale with the external_id. It takes no lock.
--    3  claim_keys locks the idempotency key, and answers a repeat with the stored outcome.
--    4  checked refuses a wrong key, marks an unknown contact as a miss, and answers a repeat of the external_id.
--    5  lock_keys locks the till's key if it has a daily limit; lock_balances locks the customer's balance.
--    6  without_busy takes out the sales whose row another transaction has locked. Node sends them again.
--    7  settled ends the customer's expired holds.
--       A command about a row of an absorbed account gets the points back there first (recalled, verbs/merge.sql).
--    8  decided calls earn, which computes the points and adds a record, a lot and the new balance to a change in memory.
--    9  write_changes writes the changes of all commands; write_key_use the points that limited keys gave.
--   10  write_effects writes notifications, webhook events and levels.
--       What is left on an absorbed account then goes to the staying one (swept).
--   11  with_outcomes counts the misses and gives each command its error or its result.
--   12  store_outcomes stores the outcomes of idempotency keys.
--   13  After the commit apply.ts notifies the nodes (write/notify.ts), and api/points/generate.ts answers the till.
--
-- The clock is a parameter, read before the call. A movement is never dated before the customer's last one, so records are in
-- the order of their times.
--
-- A connection keeps its plans, which it may have made while the tables were empty. The planner switches make look-ups use
-- keys whatever the planner assumes about sizes.

-- Error codes are those of contract/error.ts, and four that Node handles:
--   busy          a row is locked by another transaction: Node sends the command again
--   key_busy      another call uses the idempotency key: Node sends the command again
--   later         an earlier command of this call has the same customer, key or external_id: Node sends the command again
--   key_mismatch  Node answers idempotency_mismatch
create function apply(p_company_id uuid, p_commands jsonb, p_now timestamptz)
returns setof outcome
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set enable_material = off
set plan_cache_mode = force_generic_plan
as $$
declare
  company   programme := programme_of(p_company_id);
  commands  command[] := located(company, p_commands, p_now);
  balances  balance_state[];
  quotas    key_quota[];
  prizes    prize_state[];
  offers    promotion_state[];
  changes   change[];
begin
  if p_commands @? '$.key' then
    commands := claim_keys(p_company_id, commands, p_now);
  end if;
  commands := checked(company, commands, p_now);
  quotas := lock_keys(p_company_id, commands, local_day(company, p_now));
  balances := lock_balances(p_company_id, commands);
  commands := without_busy(p_company_id, commands, balances, quotas);
  if p_commands @? '$.products' or p_commands @? '$.code_key' then
    prizes := lock_prizes(p_company_id, commands);
  end if;
  if p_commands @? '$ ? (@.verb == "activate")' then
    offers := lock_promotions(p_company_id, commands);
  end if;
  commands := without_taken(commands, prizes, offers);
  balances := settled(company, commands, balances, p_now);
  if exists (select from unnest(commands) c where c.absorbed_id is not null and not c.is_done) then
    balances := recalled(company, commands, balances, p_now);
  end if;
  changes := decided(company, commands, balances, quotas, prizes, offers, p_now);
  if changes is not null then
    perform write_changes(p_company_id, changes, p_now);
    perform write_key_use(company, commands, changes, p_now);
    perform write_effects(company, changes, prizes);
  end if;
  if exists (select from unnest(commands) c where c.absorbed_id is not null and not c.is_done) then
    perform swept(company, commands, p_now);
  end if;
  commands := with_outcomes(p_company_id, commands, changes, p_now);
  if p_commands @? '$.key' then
    perform store_outcomes(p_company_id, commands, p_now);
  end if;
  return query
    select c.n, c.error, c.details, c.result, c.is_replay, is_stored(c),
           case when (decision.opened).id is not null or decision.intentions is not null then c.customer_id end,
           case when c.result ->> 'unlisted_in' is not null
                then shop_names(p_company_id, (c.result ->> 'unlisted_in')::integer)
           end
      from unnest(commands) c
      left join unnest(changes) decision on decision.n = c.n;
end
$$;

-- Marks commands as busy when another transaction has locked their customer or key. Busy commands lock no prize or promotion.
-- A balance that is missing since `located` was merged into another record, or deleted with the sandbox's data. A command that
-- names the customer is busy: sent again, it finds the present customer. A caller whom Node has identified is unauthenticated: Node
-- identifies the caller again. A command that names a record, an intention or a voucher gets a not-found error, because that row went
-- with the customer.
create function without_busy(
  p_company_id uuid, p_commands command[], p_balances balance_state[], p_quotas key_quota[])
returns command[]
language plpgsql stable as $$
declare
  locked  uuid[] := array(select b.customer_id from unnest(p_balances) b);
  keys    uuid[] := array(select q.partner_key_id from unnest(p_quotas) q);
  cmd     command;
begin
  for n in 1 .. cardinality(p_commands) loop
    cmd := p_commands[n];
    continue when cmd.is_done or cmd.is_miss;
    if cmd.customer_id is not null and not cmd.customer_id = any (locked) then
      cmd.error := case
        when cmd.caller_id is not null
             and (is_erased(p_company_id, cmd.customer_id)
                  or merged_into(p_company_id, cmd.customer_id) is not null
                  or not cmd.args ? 'token_hash'
                     and (saved_balance(p_company_id, cmd.customer_id)).company_id is null) then 'unauthenticated'
        when cmd.args ? 'customer_id'
             and (is_erased(p_company_id, cmd.customer_id)
                  or merged_into(p_company_id, cmd.customer_id) is not null
                  or (saved_balance(p_company_id, cmd.customer_id)).company_id is null) then 'customer_not_found'
        when cmd.args ? 'token_hash' or (saved_balance(p_company_id, cmd.customer_id)).company_id is not null then 'busy'
        when cmd.args ?| array['record_id', 'intention_id'] then 'not_found'
        when cmd.args ? 'code_key' then 'voucher_not_found'
        else 'busy'
      end;
    elsif cmd.subject_id is not null or cmd.absorbed_id is not null then
      -- The account may have been merged, or the merge undone, since the command was located.
      if cmd.absorbed_id is not null and not array[cmd.absorbed_id, cmd.staying_id] <@ locked
         or merged_into(p_company_id, coalesce(cmd.absorbed_id, cmd.customer_id)) is distinct from cmd.staying_id then
        cmd.error := 'busy';
      end if;
    elsif cmd.verb = 'earn' and cmd.is_limited and not cmd.partner_key_id = any (keys) then
      cmd.error := 'busy';
    end if;
    cmd.is_done := cmd.error is not null;
    p_commands[n] := cmd;
  end loop;
  return p_commands;
end
$$;

-- Marks commands as busy when another transaction has locked their prize or promotion.
create function without_taken(p_commands command[], p_prizes prize_state[], p_offers promotion_state[])
returns command[]
language plpgsql immutable as $$
declare
  prizes  uuid[] := array(select p.id from unnest(p_prizes) p where p.is_busy);
  offers  text[] := array(select o.code_key from unnest(p_offers) o where o.is_busy);
  cmd     command;
begin
  if cardinality(prizes) + cardinality(offers) = 0 then
    return p_commands;
  end if;
  for n in 1 .. cardinality(p_commands) loop
    cmd := p_commands[n];
    continue when cmd.is_done or cmd.is_miss;
    if cmd.verb = 'activate' and upper(cmd.args ->> 'code') = any (offers)
       or cmd.verb = 'cancel_voucher' and cmd.prize_id = any (prizes)
       or cmd.verb = 'redeem'
          and exists (
                select
                  from jsonb_array_elements(cmd.args -> 'products') product
                 where (product ->> 'prize_id')::uuid = any (prizes)) then
      p_commands[n].error := 'busy';
      p_commands[n].is_done := true;
    end if;
  end loop;
  return p_commands;
end
$$;

-- Brings the locked balances to p_now. Writes the end of each expired hold before the commands are decided, so that the end is
-- kept even if the command fails.
create function settled(company programme, p_commands command[], p_balances balance_state[], p_now timestamptz)
returns balance_state[]
language plpgsql as $$
declare
  b  balance_state;
begin
  for at in 1 .. coalesce(cardinality(p_balances), 0) loop
    b := p_balances[at];
    b.moved_at := greatest(p_now, b.moved_at);
    if b.moved_at >= b.changes_at then
      b := with_ended_holds(company, b);
    end if;
    p_balances[at] := b;
  end loop;
  return p_balances;
end
$$;

-- Writes the ends of the customer's expired holds. Returns the balance with the sums of its lots after these
-- ends.
create function with_ended_holds(company programme, b balance_state)
returns balance_state
language plpgsql as $$
declare
  c  change;
begin
  b := with_free_points(b, '-infinity');
  while b.held_amount > 0 loop
    c := null;
    c.n := 0;
    c.customer_id := b.customer_id;
    c.balance := b;
    c := end_due_hold(c);
    exit when c is null;
    perform write_changes(company.company_id, array[c], b.moved_at);
    perform write_effects(company, array[c], null);
    b := c.balance;
    b := with_free_points(b, '-infinity');
  end loop;
  return b;
end
$$;
