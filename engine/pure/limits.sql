-- Constants of the engine, stated once in contract/limits.ts. tidy/sql.test.ts compares both.

-- Days for which points that come back to an expired lot can be spent (D4).
create function returned_lot_days() returns integer language sql immutable as $$ select 15 $$;

-- The largest stock that is shown; a larger stock is shown as this number. The store counts the free codes of each pool that it
-- shows, and stops here. It must be above the 50 vouchers of one purchase (maxVouchers, contract/voucher.ts).
create function max_stock_shown() returns integer language sql immutable as $$ select 1000 $$;

-- T6: maximum intentions that a till may open for one customer in an hour.
create function max_intentions_per_hour() returns integer language sql immutable as $$ select 10 $$;

-- T5: maximum wrong codes for one intention. Five guesses find a code of 6 digits once in 200,000 times, and a cashier who
-- mishears has four more.
create function max_wrong_codes() returns integer language sql immutable as $$ select 5 $$;

-- T6: wrong codes within 24 hours after which a till's key may open no intention for that customer for 24 hours.
create function max_wrong_codes_per_day() returns integer language sql immutable as $$ select 15 $$;

-- Hours of history that these limits read: two days and a margin.
create function intention_history_hours() returns integer language sql immutable as $$ select 49 $$;

-- Minutes after a decline in which the same shop may open one more intention for fewer points (D5). It equals the
-- default life of an intention.
create function decline_minutes() returns integer language sql immutable as $$ select 10 $$;

-- The longest life of an intention, in minutes (D5: 1 to 60 per company). It holds points that the customer cannot spend elsewhere.
create function max_intention_minutes() returns integer language sql immutable as $$ select 60 $$;

-- Days for which the answer of an idempotency key is stored (D2).
create function idempotency_days() returns integer language sql immutable as $$ select 30 $$;

-- Lifetime of a session in days, whether or not it is used (R3.1, the specification's figure).
create function session_days() returns integer language sql immutable as $$ select 60 $$;

-- Hours for which a failed delivery of a webhook event is retried. A server that fails in the evening can be repaired on the next
-- day. There are about 15 attempts (api/webhook/deliver.ts). Afterwards `npm run webhook -- replay` sends the event again.
create function webhook_hours() returns integer language sql immutable as $$ select 24 $$;

-- Maximum records of a customer between two settlements of the level. It bounds the records that each read of a level adds up.
-- A settlement writes a row of customer_level, so because of this limit at most one sale of 20 writes it.
create function max_unsettled_records() returns integer language sql immutable as $$ select 20 $$;
