-- Stored rows as values of shapes.sql.

-- The saved row; all null: no such customer.
create function saved_balance(p_company_id uuid, p_customer_id uuid)
returns balance_state
language plpgsql stable as $$
declare
  b balance_state;
begin
  select balance.company_id, balance.customer_id, balance.amount, balance.value, balance.pending_amount,
         balance.pending_value, balance.held_amount, balance.held_value, balance.deficit_amount, balance.deficit_value,
         balance.difference_value, balance.received_amount, balance.spent_value, balance.sequence, balance.last_hash,
         balance.hold_steps, balance.changes_at, balance.moved_at, balance.level_left, balance.level_due_at,
         balance.level_settled_at, balance.level_sequence
    into b
    from balance
   where balance.company_id = p_company_id
     and balance.customer_id = p_customer_id;
  return b;
end
$$;

-- The stored record.
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

-- The stored intention.
create function intention_of(p_company_id uuid, p_id uuid)
returns intention_state
language plpgsql stable as $$
declare
  found_intention  intention_state;
begin
  select i.company_id, i.id, i.customer_id, i.partner_key_id, i.external_id, i.fingerprint, i.status, i.subsidiary_name,
         i.purchase_value, i.points_amount, i.points_value, i.balance_amount, i.balance_value, i.wrong_codes,
         i.captured_amount, i.captured_value, i.record_id, i.retried_id, i.created_at, i.expires_at, i.authorized_at,
         i.ended_at
    into found_intention
    from intention i
   where i.company_id = p_company_id
     and i.id = p_id;
  return found_intention;
end
$$;

-- The stored voucher.
create function voucher_of(p_company_id uuid, p_id uuid)
returns voucher_state
language plpgsql stable as $$
declare
  v voucher_state;
begin
  select voucher.id, voucher.customer_id, voucher.prize_id, voucher.code_key, voucher.sealed_code, voucher.points_amount,
         voucher.record_id, voucher.expires_on, voucher.created_at, voucher.withdrawn_at, voucher.withdrawn_at_subsidiary,
         voucher.withdrawn_by, voucher.cancelled_at, voucher.cancelled_by
    into v
    from voucher
   where voucher.company_id = p_company_id
     and voucher.id = p_id;
  return v;
end
$$;

-- A promotion as customers see it.
create function promotion_of(p_company_id uuid, p_id uuid)
returns promotion_state
language plpgsql stable as $$
declare
  offer  promotion_state;
begin
  select p.id, p.code, p.name, p.starts_on, p.ends_on, p.new_register_days, p.limit_per_customer, p.limit_in_all,
         p.requires_complete_profile, p.points_amount, p.expires_in_days, p.expires_in_months, p.activations, p.code_key,
         false
    into offer
    from promotion p
   where p.company_id = p_company_id
     and p.id = p_id;
  return offer;
end
$$;
