-- The types of a call of apply(): a command comes in, a verb decides a change, an outcome goes out. The rows in a change
-- have their types in a shapes.sql beside their word: stored/, ledger/, return/, hold/, and the folders of api/.

-- A client's command, with the facts that locate.sql reads before it is decided.
create type command as (
  n                integer,     -- position in the call, from 1
  verb             text,
  args             jsonb,       -- the command with the field names of engine/command.ts
  partner_key_id   uuid,        -- the till that asks
  caller_id        uuid,        -- the customer who asks
  is_limited       boolean,     -- the till's key has a limit of points a day
  is_first_use     boolean,     -- the till's key has not been used today before
  customer_id      uuid,        -- the owner of the points; null: the document has no customer yet
  may_spend        boolean,     -- false: pre-registered, without a confirmed contact (D3)
  subject_id       uuid,        -- the record, intention or voucher that the command names
  is_use           boolean,     -- subject_id is the record of a use of points
  prize_id         uuid,        -- the prize of the voucher that subject_id names
  subsidiary_name  text,        -- the shop, in the company's spelling
  unlisted_in      integer,     -- the version of the company's list of shops that lacks the shop
  known_id         uuid,        -- the record or intention of an earlier call with the external_id
  is_known_same    boolean,     -- the earlier call of known_id had the same fingerprint
  wait_s           integer,     -- seconds until the till's key may look customers up again (T18)
  is_miss          boolean,     -- the look-up found no customer, which counts (T18)
  is_done          boolean,     -- the outcome is known
  error            text,
  details          jsonb,
  result           jsonb,
  is_replay        boolean,
  has_key          boolean,     -- the idempotency key is locked: its outcome may be stored
  absorbed_id      uuid,        -- an account that was merged into staying_id: the command needs both locks
  staying_id       uuid
);

-- The changes of one command. Verbs decide them in memory, write.sql writes them. A change with an error holds only what is
-- written despite the error: a counted wrong code, or the end of an overdue intention.
create type change as (
  n            integer,
  error        text,
  details      jsonb,
  result       jsonb,
  customer_id  uuid,
  document     text,             -- the document of a customer who is pre-registered with this change
  balance      balance_state,
  is_moved     boolean,          -- the balance is to be saved
  entries      ledger_entry[],
  lots         lot_state[],      -- new lots
  lot_changes  lot_change[],
  allocations  allocated[],
  holds        opened_hold[],
  hold_ends    ended_hold[],
  shortfalls   shortfall[],
  recovered    shortfall_part[],
  opened       intention_state,  -- a new intention
  intentions   intention_state[],-- changed intentions
  issued       voucher_state[],  -- new vouchers
  voucher      voucher_state,    -- the voucher that is withdrawn or cancelled
  activated    promotion_state,
  activation   integer,          -- how many activations of the promotion the customer has with this one
  unlisted     unlisted_shop,
  settles_level boolean          -- the customer's level may have changed
);

-- The outcome of a command. A command that is done has no error.
-- The column changed_customer_id has the customer whose intention changed, for the stream.
-- The column shop_names has the company's shops, if its list lacks the shop that the result names. Null: the list has the
-- shop, or the company has no list, or the result names no shop.
create type outcome as (
  n integer, error text, details jsonb, result jsonb, is_replay boolean, is_stored boolean, changed_customer_id uuid,
  shop_names text[]);
