-- Functions of the import for other folders and for jobs (D17).

-- Refuses the waiting lines of a document and deletes their personal data: its person is being erased (D16). Locks the lines, so
-- that a concurrent batch of the import does not bring the person back.
create function drop_import_lines(p_company_id uuid, p_document text)
returns void
language plpgsql as $$
begin
  update import_line
     set refusal = 'erased', document = null, email = null, phone = null, person = null
    from import
   where import.company_id = p_company_id
     and import.state <> 'APPLIED'
     and import_line.company_id = p_company_id
     and import_line.import_id = import.id
     and import_line.document = p_document;
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
