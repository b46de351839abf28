-- The rules by which purchases earn points.

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

-- The names of all rules, also of those that left the company's file, for reports.
create function rule_names(p_company_id uuid)
returns table (id text, name text)
language sql stable as $$
  select rule.id::text, rule.name
    from calculation_rule rule
   where rule.company_id = p_company_id
$$;
