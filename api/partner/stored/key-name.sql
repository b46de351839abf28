-- The names of a company's till keys, also of revoked ones: records name their key. A person's key at the counter has the shop's name,
-- which the filter by shop has already.

create function key_names(p_company_id uuid)
returns table (id uuid, name text)
language plpgsql stable as $$
begin
  return query
    select partner_key.id, partner_key.name
      from partner_key
     where partner_key.company_id = p_company_id
       and partner_key.staff_id is null
     order by lower(partner_key.name), partner_key.id;
end
$$;

-- Null for a null id.
create function key_name(p_company_id uuid, p_id uuid)
returns text
language plpgsql stable as $$
begin
  return (
    select partner_key.name
      from partner_key
     where partner_key.company_id = p_company_id
       and partner_key.id = p_id);
end
$$;
