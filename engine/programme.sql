-- The company, read once a call.

create function programme_of(p_company_id uuid)
returns programme
language plpgsql stable as $$
declare
  found_programme programme;
begin
  select company.company_id, company.blocked_at is null and not company.maintenance, company.time_zone,
         company.points_per_real, company.reversal, company.intention_minutes, company.has_subsidiaries,
         company.subsidiaries_strict, company.subsidiaries_version,
         case when company.levels_system is not null then coalesce(company.levels_changed_at, '-infinity') end,
         exists (
           select
             from webhook_endpoint
            where webhook_endpoint.company_id = p_company_id
              and webhook_endpoint.removed_at is null)
    into found_programme
    from company
   where company.company_id = p_company_id;
  return found_programme;
end
$$;

-- The rules of the company's file, in its order.
create function rules_of(p_company_id uuid)
returns earning_rule[]
language plpgsql stable as $$
begin
  return array(
    select row(rule.id, rule.key, rule.name, rule.type, rule.rate, rule.minimum_purchase_value, rule.cap,
               rule.waiting_days, rule.expires_in_days, rule.expires_in_months, rule.expires_at_end_of, rule.valid_from,
               rule.valid_to, rule.is_multiplied_by_level, rule.earns_on_points)::earning_rule
      from calculation_rule rule
     where rule.company_id = p_company_id
       and rule.position is not null
     order by rule.position);
end
$$;

-- The company's date at an instant.
create function local_day(company programme, p_now timestamptz)
returns date
language sql stable as $$
  select (p_now at time zone company.time_zone)::date
$$;
