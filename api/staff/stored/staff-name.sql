-- The name of a staff member, beside what the person did; null without one.
create function staff_name(p_company_id uuid, p_id uuid)
returns text
language sql stable as $$
  select name
    from staff
   where company_id = p_company_id
     and id = p_id
$$;
