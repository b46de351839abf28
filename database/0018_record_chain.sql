-- Each record carries the hash of itself and of the customer's record before it, and the balance that of the last (I8): who
-- changes, removes or slips in a record past the functions would have to write anew all that came after.
alter table points_record add column hash bytea;
alter table balance add column last_hash bytea not null default '';  -- of the record that `sequence` names

-- Records from before, as record_hash (points/ledger.sql) made them when this file was written.
do $$
declare
  entry     points_record;
  previous  bytea;
begin
  for entry in select * from points_record order by company_id, customer_id, sequence loop
    if entry.sequence = 1 then
      previous := '';
    end if;
    previous := sha256(previous || convert_to(jsonb_build_array(
      entry.company_id, entry.id, entry.customer_id, entry.sequence, entry.type_id, entry.origin, entry.source_id,
      entry.reverses_id, entry.partner_key_id, entry.external_id, encode(entry.fingerprint, 'hex'), entry.subsidiary_name,
      entry.purchase_value, entry.amount, entry.value, entry.calculation, entry.available_on, entry.expires_on,
      entry.balance_amount, entry.balance_value, extract(epoch from entry.created_at))::text, 'UTF8'));
    update points_record
       set hash = previous
     where points_record.company_id = entry.company_id
       and points_record.id = entry.id;
    update balance
       set last_hash = previous
     where balance.company_id = entry.company_id
       and balance.customer_id = entry.customer_id;
  end loop;
end
$$;

alter table points_record alter column hash set not null;
