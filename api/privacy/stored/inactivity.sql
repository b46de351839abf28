-- Finds the inactive customers (D16). contract/privacy.ts defines inactive.

-- The instant since which an inactive customer has done nothing. Null: the company keeps inactive customers, or its portal is
-- closed, so that nobody could sign in.
create function inactive_since(p_company_id uuid, p_now timestamptz)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select p_now - make_interval(months => (file #>> '{retention,inactive_months}')::integer)
      from file_of(p_company_id) file
     cross join is_open(p_company_id) open
     where open);
end
$$;

-- Whether the customer did nothing since p_since and has nothing open. Without a noted day of a sign-in the answer is false. It is false
-- for a merged account too: the customer may use the account into which it was merged.
create function is_inactive(p_company_id uuid, p_customer_id uuid, p_since timestamptz, p_now timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return coalesce(
    merged_into(p_company_id, p_customer_id) is null
    and last_seen_on(p_company_id, p_customer_id) < day_of(p_company_id, p_since)
    and (select person.created_at < p_since from person_of(p_company_id, p_customer_id) person)
    and coalesce(last_movement_at(p_company_id, p_customer_id) < p_since, true)
    and coalesce(last_withdrawal_at(p_company_id, p_customer_id) < p_since, true)
    and (select current.held_amount = 0 from current_balance(p_company_id, p_customer_id, p_now) current)
    and coalesce((unended_intention(p_company_id, p_customer_id)).expires_at <= p_now, true)
    and (select count_to_withdraw(p_company_id, p_customer_id, (p_now at time zone zone)::date) = 0
           from time_zone_of(p_company_id) zone), false);
end
$$;
