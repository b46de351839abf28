-- A promotion that a command activates. Its row is locked.
create type promotion_state as (
  id                        uuid,
  code                      text,
  name                      text,
  starts_on                 date,
  ends_on                   date,
  new_register_days         integer,
  limit_per_customer        integer,
  limit_in_all              integer,
  requires_complete_profile boolean,
  points_amount             bigint,
  expires_in_days           integer,
  expires_in_months         integer,
  activations               bigint,
  code_key                  text,
  is_busy                   boolean       -- another transaction has locked its count of activations
);
