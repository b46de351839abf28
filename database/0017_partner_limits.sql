-- What a till's key cannot do, also in a thief's hands (T18).

alter table partner_key
  add column addresses           cidr[] check (cardinality(addresses) > 0),       -- where it may call from; null: anywhere
  add column most_points_per_day bigint check (most_points_per_day > 0),          -- that it may give; null: any number
  add column given_on            date,                                            -- the day of given_amount, by its company's calendar
  add column given_amount        bigint not null default 0 check (given_amount >= 0);  -- kept for a key with a limit
