-- The history tells what has expired. Serves what left by its date before the rest of its lot came back: few lots have.
create index lot_expired on lot (company_id, customer_id) where expired_amount > 0;
