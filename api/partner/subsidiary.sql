-- The shop that a till names (D13): matched to the company's list, and accepted all the same where it is not in it, unless
-- the company is strict. A company without a list has no unknown shops.

-- name: in the company's spelling, or as the till sent it. unlisted_in: the version of the list that lacks it, or null.
-- One statement, so that the planner inlines it into the batches.
create function subsidiary_named(programme company, p_name text, p_name_key text)
returns table (name text, unlisted_in integer, refusal text)
language sql stable as $$
  select coalesce(listed.name, p_name),
         case when listed.name is null and programme.has_subsidiaries then programme.subsidiaries_version end,
         case when listed.name is null and programme.has_subsidiaries and programme.subsidiaries_strict
              then 'unknown_subsidiary'
         end
    from (values (true)) as always (is_one)
    left join subsidiary listed
           on listed.company_id = programme.company_id
          and listed.name_key = p_name_key
          and listed.until_version is null
$$;

-- Nothing where the name is listed.
create function note_unlisted(
  p_company_id uuid, p_kind text, p_source_id uuid, p_name text, p_version integer, p_now timestamptz)
returns void
language sql as $$
  insert into unlisted_subsidiary (company_id, kind, source_id, name, version, created_at)
  select p_company_id, p_kind, p_source_id, p_name, p_version, p_now
   where p_version is not null
$$;

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
