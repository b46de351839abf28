-- Functions about consents for other slices (D12).

-- When the customer first agreed to the terms; null: never.
create function first_opt_in_at(p_company_id uuid, p_customer_id uuid)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select min(consent.created_at)
      from consent
     where consent.company_id = p_company_id
       and consent.customer_id = p_customer_id
       and consent.kind = 'OPT_IN');
end
$$;

-- The version of the text of a consent that a company's file brings: it is not the programme's.
create function imported_consent_version()
returns text
language sql immutable as $$
  select 'importado'
$$;

-- The marketing consents that a company brings for new customers (D17).
create function add_imported_consents(p_company_id uuid, p_customer_ids uuid[], p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into consent (company_id, customer_id, kind, is_granted, text_version, created_at)
  select p_company_id, imported.id, 'MARKETING', true, imported_consent_version(), p_now
    from unnest(p_customer_ids) imported (id);
end
$$;

create function move_consents(p_company_id uuid, p_customer_id uuid, p_to uuid)
returns void
language plpgsql as $$
begin
  update consent
     set customer_id = p_to
   where consent.company_id = p_company_id
     and consent.customer_id = p_customer_id;
end
$$;

-- Clears the browser names in the consents of an erased customer (D16). The decisions stay as evidence.
create function clear_consents(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  update consent
     set user_agent = null
   where consent.company_id = p_company_id
     and consent.customer_id = p_customer_id;
end
$$;
