-- The published versions of a company's document (D15). A company that was applied before versions existed has
-- the applied file as its version 1, also before that row is stored.
create function published_versions(p_company_id uuid)
returns table (
  version integer, document jsonb, images jsonb, codes jsonb, source text, staff_id uuid, approver_id uuid, published_at timestamptz)
language sql stable as $$
  select stored.version, stored.document, stored.images, stored.codes, stored.source, stored.staff_id, stored.approver_id,
         stored.published_at
    from programme_version stored
   where stored.company_id = p_company_id
   union all
  select 1, company.file, company.images, '{}'::jsonb, 'file', null::uuid, null::uuid, company.applied_at
    from company
   where company.company_id = p_company_id
     and not exists (select from programme_version where company_id = p_company_id)
$$;
