-- Decides the commands of a call one by one: each verb is a function from a change to a change.

create function decided(
  company programme, p_commands command[], p_balances balance_state[], p_quotas key_quota[], p_prizes prize_state[],
  p_offers promotion_state[], p_now timestamptz)
returns change[]
language plpgsql as $$
declare
  changes      change[];
  ids          uuid[] := array(select b.customer_id from unnest(p_balances) b);
  keys         uuid[] := array(select q.partner_key_id from unnest(p_quotas) q);
  codes        text[] := array(select o.code_key from unnest(p_offers) o);
  rules        earning_rule[];
  multipliers  numeric[];
  cmd          command;
  c            change;
  at           integer;
  done         record;
begin
  foreach cmd in array p_commands loop
    continue when cmd.is_done or cmd.is_miss;
    c := begun(company, cmd, p_balances[array_position(ids, cmd.customer_id)], p_now);
    case verb_unless_blocked(company.company_id, cmd)
      when 'blocked' then c.error := 'customer_blocked';
      when 'earn' then
        if rules is null then
          rules := rules_of(company.company_id);
          multipliers := level_multipliers(company, p_balances);
        end if;
        at := array_position(keys, cmd.partner_key_id);
        c := earn(company, cmd, c, rules, coalesce(multipliers[array_position(ids, cmd.customer_id)], base_multiplier(company)),
                  p_quotas[at].left_over);
        if c.error is null and at is not null then
          p_quotas[at].left_over := p_quotas[at].left_over - c.entries[1].amount;
        end if;
      when 'open' then c := open_intention(company, cmd, c);
      when 'capture' then c := capture_intention(company, cmd, c);
      when 'confirm' then c := confirm_intention(company, cmd, c);
      when 'decline' then c := withdraw_intention(company, cmd, c, 'DECLINED');
      when 'cancel' then c := withdraw_intention(company, cmd, c, 'CANCELLED');
      when 'expire' then c := withdraw_intention(company, cmd, c, 'EXPIRED');
      when 'return' then
        if cmd.is_use then
          c := undo_by_till(company, cmd, c);
        else
          c := return_purchase(company, cmd, c);
        end if;
      when 'redeem' then
        done := redeem(company, cmd, c, p_prizes);
        c := done.c;
        p_prizes := done.p_prizes;
      when 'withdraw_voucher' then c := withdraw_voucher(company, cmd, c, p_prizes);
      when 'cancel_voucher' then c := cancel_voucher(company, cmd, c, p_prizes);
      when 'activate' then
        at := array_position(codes, upper(cmd.args ->> 'code'));
        done := activate(company, c, p_offers[at]);
        c := done.c;
        if at is not null then
          p_offers[at] := done.p_offer;
        end if;
      when 'adjust' then c := adjust(company, cmd, c);
      when 'undo_adjustment' then c := undo_adjustment(company, cmd, c);
      when 'spend', 'import', 'grant', 'hold', 'finish_hold' then c := moved(company, cmd, c);
      when 'undo' then
        c := undo(company, c, cmd.subject_id, cmd.args ->> 'origin', cmd.args ->> 'external_id', null);
      when 'merge', 'undo_merge', 'collect' then c := merged(company, cmd, c);
      when 'settle_level' then c.settles_level := company.levels_changed_at is not null;
    end case;
    -- A duplicate of this call was committed after `located` had read. Answer busy: Node sends the command again, and it then
    -- gets the stored answer.
    if c.error is not null and is_known_since(company.company_id, cmd) then
      c := begun(company, cmd, p_balances[array_position(ids, cmd.customer_id)], p_now);
      c.error := 'busy';
    end if;
    -- A command with an error pre-registers nobody.
    c.document := case when c.error is null then c.document end;
    changes := changes || c;
  end loop;
  return changes;
end
$$;

-- The command's verb, or 'blocked': the command would spend points of a customer whom the staff has blocked (D15). The balance is
-- locked, and a block locks it too. So a command is carried out before the block, or refused. A repeated capture gets its first answer.
create function verb_unless_blocked(p_company_id uuid, cmd command)
returns text
language plpgsql stable as $$
begin
  if cmd.verb in ('open', 'confirm', 'capture', 'redeem', 'spend', 'hold', 'finish_hold')
     and is_customer_blocked(p_company_id, cmd.customer_id)
     and not (cmd.verb = 'finish_hold' and not cmd.args ? 'amount')
     and not (cmd.verb = 'capture' and (intention_of(p_company_id, cmd.subject_id)).status = 'CAPTURED') then
    return 'blocked';
  end if;
  return cmd.verb;
end
$$;

-- A movement without a sale, a till's request or a voucher.
create function moved(company programme, cmd command, c change)
returns change
language plpgsql as $$
begin
  case cmd.verb
    when 'spend' then c := spend(company, cmd, c);
    when 'import' then c := import_points(company, cmd, c);
    when 'grant' then c := grant_amount(company, cmd, c);
    when 'hold' then c := hold_amount(company, cmd, c);
    when 'finish_hold' then c := finish_amount(company, cmd, c);
  end case;
  return c;
end
$$;

-- An empty change on the customer's balance. A document that no customer has gets a new customer, who is written with the change.
create function begun(company programme, cmd command, b balance_state, p_now timestamptz)
returns change
language plpgsql as $$
declare
  c change;
begin
  if cmd.customer_id is null then
    c.document := cmd.args ->> 'document';
    b := empty_balance(company.company_id, uuidv7(), p_now);
  end if;
  c.n := cmd.n;
  c.customer_id := b.customer_id;
  c.balance := b;
  return c;
end
$$;

-- The commands with their outcomes. A change with an error has no result.
create function with_outcomes(p_company_id uuid, p_commands command[], p_changes change[], p_now timestamptz)
returns command[]
language plpgsql as $$
declare
  c       change;
  n       integer;
  wait_s  integer;
begin
  foreach c in array coalesce(p_changes, '{}') loop
    p_commands[c.n].error := c.error;
    p_commands[c.n].details := c.details;
    p_commands[c.n].result := case when c.error is null then c.result end;
  end loop;
  -- Count the misses in the order of keys, so that two calls cannot deadlock: count_miss waits for the row of its key
  -- (api/partner/stored/look-up.sql).
  for n in
    select cmd.n from unnest(p_commands) cmd where cmd.is_miss order by cmd.partner_key_id, cmd.n
  loop
    wait_s := count_miss(p_company_id, p_commands[n].partner_key_id, p_now);
    p_commands[n].error := case when wait_s > 0 then 'too_many_requests' else 'customer_not_found' end;
    p_commands[n].details := case when wait_s > 0 then jsonb_build_object('retry_after_s', wait_s) end;
  end loop;
  return p_commands;
end
$$;
