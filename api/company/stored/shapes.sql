-- The facts about a company that apply() reads once a call.
create type programme as (
  company_id           uuid,
  is_available         boolean,
  time_zone            text,
  points_per_real      bigint,
  reversal             text,        -- the policy for returned points that are spent (D4)
  intention_minutes    integer,
  has_subsidiaries     boolean,
  subsidiaries_strict  boolean,
  subsidiaries_version integer,
  levels_changed_at    timestamptz  -- null: the company has no levels
);

-- A sale, intention or voucher with a shop that is not in the company's list; a row of
-- unlisted_subsidiary.
create type unlisted_shop as (kind text, source_id uuid, name text, version integer);
