-- Records of the ledger: append-only, numbered and chained by customer (D4, I8).

-- SHA-256 over the hash of the customer's previous record and all columns of this one. A changed, removed or inserted record
-- breaks the chain. PostgreSQL quotes special characters in a row's text, so two different rows never
-- have the same text. The instant is in seconds, because its text would depend on the session's time zone.
create function record_hash(p_previous bytea, entry ledger_entry)
returns bytea
language sql stable as $$
  select sha256(p_previous || convert_to(row(
           entry.company_id, entry.id, entry.customer_id, entry.sequence, entry.type_id, entry.origin, entry.source_id,
           entry.reverses_id, entry.partner_key_id, entry.external_id, encode(entry.fingerprint, 'hex'), entry.subsidiary_name,
           entry.purchase_value, entry.amount, entry.value, entry.calculation, to_char(entry.available_on, 'YYYY-MM-DD'),
           to_char(entry.expires_on, 'YYYY-MM-DD'), entry.balance_amount, entry.balance_value,
           extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- The change with one more record, the customer's next. c.balance already includes the record's effect.
create function add_entry(c change, entry ledger_entry)
returns change
language plpgsql as $$
declare
  b balance_state := c.balance;
begin
  b.sequence := b.sequence + 1;
  entry.id := uuidv7();
  entry.company_id := b.company_id;
  entry.customer_id := b.customer_id;
  entry.sequence := b.sequence;
  entry.balance_amount := case when b.deficit_amount > 0 then 0 else b.amount end;
  entry.balance_value := case when b.deficit_amount > 0 then 0 else b.value end;
  entry.created_at := b.moved_at;
  entry.hash := record_hash(b.last_hash, entry);
  b.last_hash := entry.hash;
  c.balance := b;
  c.is_moved := true;
  c.entries := c.entries || entry;
  return c;
end
$$;

-- The change's last record.
create function last_entry(c change)
returns ledger_entry
language sql immutable as $$
  select c.entries[cardinality(c.entries)]
$$;
