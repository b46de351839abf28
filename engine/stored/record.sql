-- The rows of points_record, as values of shapes.sql.

-- The record with this id; all null: the company has none.
create function known_record(p_company_id uuid, p_id uuid)
returns ledger_entry
language plpgsql stable as $$
declare
  entry  ledger_entry;
begin
  select r.company_id, r.id, r.customer_id, r.sequence, r.type_id, r.origin, r.source_id, r.reverses_id, r.partner_key_id,
         r.external_id, r.fingerprint, r.subsidiary_name, r.purchase_value, r.amount, r.value, r.calculation,
         r.available_on, r.expires_on, r.balance_amount, r.balance_value, r.created_at, r.hash
    into entry
    from points_record r
   where r.company_id = p_company_id
     and r.id = p_id;
  return entry;
end
$$;

-- Whether a record of this type has the external_id.
create function has_external_id(p_company_id uuid, p_type_id text, p_external_id text)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id
       and points_record.type_id = p_type_id
       and points_record.external_id = p_external_id);
end
$$;

-- The imported balances with these external ids (D17).
create function imported_balances(p_company_id uuid, p_external_ids text[])
returns table (external_id text, amount bigint, value bigint, expires_on date)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select points_record.external_id, points_record.amount, points_record.value, points_record.expires_on
      from points_record
     where points_record.company_id = p_company_id
       and points_record.type_id = 'GNR'
       and points_record.external_id = any (p_external_ids);
end
$$;

-- Whether the company has any record.
create function has_records(p_company_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id);
end
$$;

-- Whether another record reverses the record.
create function is_reversed(p_company_id uuid, p_id uuid)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select
      from points_record
     where points_record.company_id = p_company_id
       and points_record.reverses_id = p_id);
end
$$;

-- The first record that reverses the record; all null: none does.
create function reversal_of(p_company_id uuid, p_id uuid)
returns ledger_entry
language plpgsql stable as $$
declare
  entry  ledger_entry;
begin
  select r.company_id, r.id, r.customer_id, r.sequence, r.type_id, r.origin, r.source_id, r.reverses_id, r.partner_key_id,
         r.external_id, r.fingerprint, r.subsidiary_name, r.purchase_value, r.amount, r.value, r.calculation,
         r.available_on, r.expires_on, r.balance_amount, r.balance_value, r.created_at, r.hash
    into entry
    from points_record r
   where r.company_id = p_company_id
     and r.reverses_id = p_id
   order by r.sequence
   limit 1;
  return entry;
end
$$;
