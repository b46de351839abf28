-- A customer with records that no head covers yet: the sequence up to which an earlier head covers them (0: none does), the sequence and
-- the hash of the last record that the new head covers.
create type grown_chain as (customer_id uuid, covered integer, sequence integer, hash bytea);
