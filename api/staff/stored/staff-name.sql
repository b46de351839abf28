-- The name of the staff member with this id; null for a null id.
create function staff_name(p_company_id uuid, p_id uuid)
returns text
language sql stable as $$
  select name
    from staff
   where company_id = p_company_id
     and id = p_id
$$;
