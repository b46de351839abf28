-- The customer says yes or no, or the till gives up (D5). Leans on intention.sql.

-- The customer says yes. Again: the same answer.
create function authorize_intention(p_company_id uuid, p_customer_id uuid, p_id uuid, p_now timestamptz)
returns intention_outcome
language plpgsql as $$
declare
  known intention := take_intention(p_company_id, p_id, null, p_customer_id, p_now);
begin
  if known.id is null then
    return row('not_found', null, null)::intention_outcome;
  elsif known.ended_at is not null then
    return row('intention_over', null, null)::intention_outcome;
  elsif known.status = 'PENDING' then
    update intention
       set status        = 'AUTHORIZED',
           authorized_at = p_now
     where intention.company_id = p_company_id
       and intention.id = p_id
    returning * into known;
    perform intention_changed(known, p_now);
  end if;
  return row(null, null, known)::intention_outcome;
end
$$;

-- The customer says no (DECLINED, p_customer_id given), or the till gives up (CANCELLED, p_partner_key_id given). Again:
-- the same answer.
create function withdraw_intention(
  p_company_id uuid, p_id uuid, p_partner_key_id uuid, p_customer_id uuid, p_now timestamptz)
returns intention_outcome
language plpgsql as $$
declare
  known   intention := take_intention(p_company_id, p_id, p_partner_key_id, p_customer_id, p_now);
  wanted  text := case when p_customer_id is null then 'CANCELLED' else 'DECLINED' end;
begin
  if known.id is null then
    return row('not_found', null, null)::intention_outcome;
  elsif known.ended_at is null then
    known := end_intention(known, wanted, p_now);
  elsif known.status <> wanted then
    return row('intention_over', null, null)::intention_outcome;
  end if;
  return row(null, null, known)::intention_outcome;
end
$$;
