-- The customer confirms or declines, the till cancels, or the intention expires (D5).

-- The customer confirms. A repeat gets the same answer. Errors: intention_over.
create function confirm_intention(company programme, cmd command, c change)
returns change
language plpgsql as $$
declare
  i intention_state := intention_of(company.company_id, cmd.subject_id);
begin
  if i.ended_at is null and i.expires_at <= (c.balance).moved_at then
    c := end_intention(c, i, 'EXPIRED');
    c.error := 'intention_over';
    return c;
  elsif i.ended_at is not null then
    c.error := 'intention_over';
    return c;
  elsif i.status = 'PENDING' then
    i.status := 'AUTHORIZED';
    i.authorized_at := (c.balance).moved_at;
    c.intentions := c.intentions || i;
  end if;
  c.result := intention_result(i, (c.balance).moved_at);
  return c;
end
$$;

-- The customer declines (DECLINED), the till cancels (CANCELLED), or time is over (EXPIRED). A repeat gets the same answer.
-- Errors: intention_over.
create function withdraw_intention(company programme, cmd command, c change, p_status text)
returns change
language plpgsql as $$
declare
  i intention_state := intention_of(company.company_id, cmd.subject_id);
begin
  if i.ended_at is null and i.expires_at <= (c.balance).moved_at then
    c := end_intention(c, i, 'EXPIRED');
    i.status := 'EXPIRED';
  elsif i.ended_at is null and p_status <> 'EXPIRED' then
    c := end_intention(c, i, p_status);
    i.status := p_status;
  end if;
  if i.status <> p_status then
    c.error := 'intention_over';
    return c;
  end if;
  c.result := intention_result(i, (c.balance).moved_at);
  return c;
end
$$;

-- Ends an intention without a capture: its points are free at once. Points of an expired one are free since its expiry.
create function end_intention(c change, i intention_state, p_status text)
returns change
language plpgsql as $$
begin
  if p_status <> 'EXPIRED' then
    c := finish_hold(c, i.id, null, null);
    -- An intention that has not ended has its hold.
    if c.error is not null then
      raise exception 'intention % has no open hold', i.id;
    end if;
  end if;
  i.status := p_status;
  i.ended_at := case when p_status = 'EXPIRED' then i.expires_at else (c.balance).moved_at end;
  c.intentions := c.intentions || i;
  return c;
end
$$;
