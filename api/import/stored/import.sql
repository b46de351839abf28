-- Functions of the import (D17).

-- The accepted lines with one of these keys; a line with several of them comes once for each. A custom plan knows the arrays, and uses
-- the index of each key or a hash of the array. A cached plan compared every line with every key: 2 s for a part of 2,000 lines.
create function earlier_lines(
  p_company_id uuid, p_import_id uuid, p_documents text[], p_emails text[], p_phones text[], p_external_ids text[])
returns table (line integer, document text, email text, phone text, person jsonb, external_id text)
language plpgsql stable
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
begin
  return query
    select one.line, one.document, one.email, one.phone, one.person, one.external_id
      from import_line one
     where one.company_id = p_company_id and one.import_id = p_import_id and one.document = any (p_documents)
     union all
    select one.line, one.document, one.email, one.phone, one.person, one.external_id
      from import_line one
     where one.company_id = p_company_id and one.import_id = p_import_id and one.email = any (p_emails)
     union all
    select one.line, one.document, one.email, one.phone, one.person, one.external_id
      from import_line one
     where one.company_id = p_company_id and one.import_id = p_import_id and one.phone = any (p_phones)
     union all
    select one.line, one.document, one.email, one.phone, one.person, one.external_id
      from import_line one
     where one.company_id = p_company_id and one.import_id = p_import_id and one.external_id = any (p_external_ids)
       and one.refusal is null;
end
$$;

-- Refuses the waiting lines of a document and deletes their personal data: its person is being erased (D16). Locks each import and
-- then its lines, in the order of a batch, so that a concurrent batch does not bring the person back.
create function drop_import_lines(p_company_id uuid, p_document text)
returns void
language plpgsql as $$
begin
  perform
     from import
    where import.company_id = p_company_id
      and import.state <> 'APPLIED'
      and exists (
          select
            from import_line
           where import_line.company_id = p_company_id
             and import_line.import_id = import.id
             and import_line.document = p_document)
    order by import.id
      for no key update;
  with dropped as (
    update import_line
       set refusal = 'erased', document = null, email = null, phone = null, person = null
      from import
     where import.company_id = p_company_id
       and import.state <> 'APPLIED'
       and import_line.company_id = p_company_id
       and import_line.import_id = import.id
       and import_line.document = p_document
    returning import_line.import_id)
  update import
     set refused_count = refused_count + gone.count,
         ended_count   = ended_count + gone.count
    from (select dropped.import_id, count(*)::integer as count from dropped group by dropped.import_id) gone
   where import.company_id = p_company_id
     and import.id = gone.import_id;
end
$$;

-- Deletes up to p_limit lines that are no longer needed: of refused or given up files, and of imports that ended before p_since.
-- Returns their number.
create function purge_import_lines(p_company_id uuid, p_since timestamptz, p_limit integer)
returns integer
language plpgsql as $$
declare
  purged  integer;
begin
  with old as materialized (
    select import_line.import_id, import_line.line
      from import
      join import_line on import_line.company_id = p_company_id and import_line.import_id = import.id
     where import.company_id = p_company_id
       and (import.state in ('REFUSED', 'DISCARDED') or import.state = 'APPLIED' and import.touched_at < p_since)
     limit p_limit),
  deleted as (
    delete from import_line
     using old
     where import_line.company_id = p_company_id
       and import_line.import_id = old.import_id
       and import_line.line = old.line
    returning import_line.line)
  select count(*) into purged from deleted;
  return purged;
end
$$;
