-- The published versions of a company's document (D15). A company that was applied before versions existed has
-- the applied file as its version 1, also before that row is stored.
create function published_versions(p_company_id uuid)
returns table (
  version integer, document jsonb, images jsonb, codes jsonb, source text, staff_id uuid, approver_id uuid, published_at timestamptz)
language plpgsql stable as $$
begin
  -- Two statements: a worker of Citus refuses one that reads a company's rows beside the copy of the table company.
  return query
    select stored.version, stored.document, stored.images, stored.codes, stored.source, stored.staff_id, stored.approver_id,
           stored.published_at
      from programme_version stored
     where stored.company_id = p_company_id;
  if not found then
    return query
      select 1, company.file, company.images, '{}'::jsonb, 'file', null::uuid, null::uuid, company.applied_at
        from company
       where company.company_id = p_company_id;
  end if;
end
$$;
