-- A code as it is stored (T16): the look-up hash, and the code sealed by the server.
create type code_pair as (code_key bytea, sealed_code bytea);

-- A prize that a command redeems or gives back. Its row is locked if its stock is counted.
create type prize_state as (
  id                        uuid,
  name                      text,
  description               text,
  tos_url                   text,
  photo_url                 text,
  category                  text,
  value                     bigint,
  expires_in_days           integer,
  expires_on                date,
  is_offered                boolean,
  level_required            text,
  requires_complete_profile boolean,
  has_code_pool             boolean,
  is_busy                   boolean,      -- another transaction has locked its stock
  is_contended              boolean,      -- a pool: another transaction has locked free codes
  stock_left                bigint,       -- null: unlimited
  codes                     code_pair[]   -- a pool: its free codes, locked by this transaction
);
