-- The company's shops, and the unlisted shops that tills have named (D13).

-- The version of the list that lacked the shop of this sale, intention or voucher. Null: the list had the shop, or the
-- company had no list. Volatile, because the calling statement reads rows that its own functions have just written.
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

create function write_unlisted(p_company_id uuid, p_changes change[], p_now timestamptz)
returns void
language plpgsql as $$
begin
  insert into unlisted_subsidiary (company_id, kind, source_id, name, version, created_at)
  select p_company_id, (c.unlisted).kind, (c.unlisted).source_id, (c.unlisted).name, (c.unlisted).version, p_now
    from unnest(p_changes) c
   where (c.unlisted).kind is not null;
end
$$;

-- A shop's name in the company's spelling; no row if the current list lacks it.
create function listed_subsidiary(p_company_id uuid, p_name_key text)
returns setof text
language sql stable as $$
  select subsidiary.name
    from subsidiary
   where subsidiary.company_id = p_company_id
     and subsidiary.name_key = p_name_key
     and subsidiary.until_version is null
$$;

-- The shops of a version of the list. p_version null: the current list.
create function subsidiaries_of(p_company_id uuid, p_version integer)
returns table (name_key text, name text)
language sql stable as $$
  select subsidiary.name_key, subsidiary.name
    from subsidiary
   where subsidiary.company_id = p_company_id
     and case
           when p_version is null then subsidiary.until_version is null
           else subsidiary.since_version <= p_version
                and (subsidiary.until_version is null or subsidiary.until_version > p_version)
         end
$$;

-- The names of subsidiaries_of, in the order of keys.
create function shop_names(p_company_id uuid, p_version integer)
returns text[]
language sql stable as $$
  select array(select listed.name from subsidiaries_of(p_company_id, p_version) listed order by listed.name_key)
$$;

-- The names of all shops that the company's list has or had, for reports.
create function known_shops(p_company_id uuid)
returns setof text
language sql stable as $$
  select distinct subsidiary.name
    from subsidiary
   where subsidiary.company_id = p_company_id
$$;
