-- Constants of the engine, stated once in contract/limits.ts. tidy/sql.test.ts compares both.

-- Days for which points that come back to an expired lot can be spent (D4).
create function returned_lot_days() returns integer language sql immutable as $$ select 15 $$;

-- The greatest figure of a stock that is shown.
create function max_stock_shown() returns integer language sql immutable as $$ select 1000 $$;

-- T6: how often a till may ask one customer.
create function max_intentions_per_hour() returns integer language sql immutable as $$ select 10 $$;

-- T5: wrong codes of one intention.
create function max_wrong_codes() returns integer language sql immutable as $$ select 5 $$;

-- T6: wrong codes within a day after which a key may not ask the customer for a day.
create function max_wrong_codes_per_day() returns integer language sql immutable as $$ select 15 $$;

-- Hours over which these limits are counted: two days and a margin.
create function intention_history_hours() returns integer language sql immutable as $$ select 49 $$;

-- Minutes after a decline in which the same shop may ask once more (D5).
create function decline_minutes() returns integer language sql immutable as $$ select 10 $$;

-- The longest life of an intention, in minutes.
create function max_intention_minutes() returns integer language sql immutable as $$ select 60 $$;

-- Days for which an answer is kept for its idempotency key (D2).
create function idempotency_days() returns integer language sql immutable as $$ select 30 $$;

-- Days for which a session lives, used or not (R3.1).
create function session_days() returns integer language sql immutable as $$ select 60 $$;

-- Hours for which the delivery of a webhook event is tried.
create function webhook_hours() returns integer language sql immutable as $$ select 24 $$;

-- Maximum of a customer's records since the level was last settled.
create function max_unsettled_records() returns integer language sql immutable as $$ select 20 $$;
