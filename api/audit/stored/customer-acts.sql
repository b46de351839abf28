-- The entries in which staff acted on a customer: their subject is the customer's id (docs/decisions/041-audit-log.md).

-- The acts on a customer, oldest first. Without those whose personal values are gone: a view is told for 12 months.
create function acts_on(p_company_id uuid, p_customer_id uuid)
returns table (at timestamptz, action text, reason text)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select entry.at, entry.action, entry.detail #>> '{after,reason}'
      from audit_entry entry
      join audit_personal beside
        on beside.company_id = entry.company_id
       and beside.sequence = entry.sequence
     where entry.company_id = p_company_id
       and entry.subject = p_customer_id::text
       and entry.action like 'customer.%'
       and entry.actor_kind = 'staff'
     order by entry.sequence;
end
$$;

-- Deletes the personal values of the acts on a customer who leaves (D16). The entries stay in their chain.
create function forget_acts(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  delete from audit_personal
   where audit_personal.company_id = p_company_id
     and audit_personal.sequence in (
           select entry.sequence
             from audit_entry entry
            where entry.company_id = p_company_id
              and entry.subject = p_customer_id::text
              and entry.action like 'customer.%'
              and entry.actor_kind = 'staff');
end
$$;

-- Deletes the personal values of at most p_limit views of customers' data before p_before. Returns their number. The entries stay, so
-- it passes over those that it has purged before.
create function purge_views(p_company_id uuid, p_before timestamptz, p_limit bigint)
returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  purged  bigint;
begin
  delete from audit_personal
   where audit_personal.company_id = p_company_id
     and audit_personal.sequence in (
           select entry.sequence
             from audit_entry entry
             join audit_personal beside
               on beside.company_id = entry.company_id
              and beside.sequence = entry.sequence
            where entry.company_id = p_company_id
              and entry.action = 'customer.viewed'
              and entry.at < p_before
            limit p_limit);
  get diagnostics purged = row_count;
  return purged;
end
$$;
