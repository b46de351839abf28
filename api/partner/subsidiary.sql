-- The shops that a company's list lacked when a till named them (D13).

-- The version of the list that lacked the shop of this sale, intention or voucher; null: it was listed. Volatile, because a
-- statement asks for what its own functions have just written.
create function unlisted_in(p_company_id uuid, p_kind text, p_source_id uuid)
returns integer
language plpgsql volatile as $$
begin
  return (
    select unlisted_subsidiary.version
      from unlisted_subsidiary
     where unlisted_subsidiary.company_id = p_company_id
       and unlisted_subsidiary.kind = p_kind
       and unlisted_subsidiary.source_id = p_source_id);
end
$$;
