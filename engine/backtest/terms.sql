-- The input of a backtest's calculation (D18): the rules of a version of the programme, and what they mean for the draft.

-- Multipliers are texts, as a record's calculation prints them.
create type replay_terms as (
  n                 integer,
  rules             earning_rule[],  -- of the version, in its order
  points_per_real   bigint,
  base_level        text,            -- the level of a customer without any change of level
  levels            jsonb,           -- level → its multiplier in the version
  draft_levels      jsonb,           -- level → its multiplier in the draft
  -- Multiplier in the version → multiplier in the draft. It is for a record whose multiplier is not that of the level which
  -- the history of levels names.
  draft_multipliers jsonb,
  plain_rules       text[]           -- the rules that no level multiplies
);

-- A purchase of the past.
create type past_purchase as (
  customer_id      uuid,
  record_id        uuid,
  created_at       timestamptz,
  purchase_value   bigint,
  amount           bigint,
  value            bigint,
  calculation      jsonb,
  available_on     date,
  expires_on       date,
  returned_value   bigint,       -- centavos of the purchase that were returned
  lot_amount       bigint,       -- null: the purchase earned no points
  remaining_amount bigint,
  remaining_value  bigint,
  lot_expires_at   timestamptz
);

-- The rule of a version and the rule of the draft for purchases of one day, and what is the same for all of them. An error
-- is that of earning_of.
create type replay_choice as (
  rule               earning_rule,
  multiplier         numeric,       -- of the record
  points_per_real    bigint,
  error              text,
  available_on       date,
  expires_on         date,
  draft_rule         earning_rule,
  draft_rule_ref     text,          -- the rule that the till names in the draft; null: no rule
  draft_multiplier   numeric,
  draft_error        text,
  draft_expires_at   timestamptz
);

-- A purchase with its calculation by the draft.
create type replayed_purchase as (
  bought            past_purchase,
  -- The version that was in force gives the record, to the point, the centavo and the day, with the same calculation.
  is_exact          boolean,
  is_refused        boolean,  -- the draft has no rule for the purchase
  draft_amount      bigint,
  draft_value       bigint,
  draft_expires_at  timestamptz,
  draft_rule_ref    text,
  draft_multiplier  numeric
);

-- The elements of p_terms in their order. Null where there is none.
create function replay_terms_of(p_terms jsonb)
returns setof replay_terms
language sql immutable as $$
  select row(
           one.n,
           array(select rule from jsonb_populate_recordset(null::earning_rule, one.terms -> 'rules') rule),
           (one.terms ->> 'points_per_real')::bigint,
           one.terms ->> 'base_level',
           one.terms -> 'levels',
           one.terms -> 'draft_levels',
           one.terms -> 'draft_multipliers',
           array(select jsonb_array_elements_text(one.terms -> 'plain_rules')))::replay_terms
    from jsonb_array_elements(p_terms) with ordinality one (terms, n)
$$;

-- The multiplier that the draft gives to a purchase. p_level: the customer's level at that time by the history of levels. p_multiplier:
-- the record's. The record decides: where it has another multiplier than that level, the level with this multiplier counts.
create function draft_multiplier(terms replay_terms, p_rule_id text, p_level text, p_multiplier text)
returns numeric
language sql immutable as $$
  select case
           when p_rule_id = any (terms.plain_rules)
                or coalesce(terms.levels ->> coalesce(p_level, terms.base_level), '1') = p_multiplier
             then coalesce(terms.draft_levels ->> coalesce(p_level, terms.base_level), '1')
           else coalesce(terms.draft_multipliers ->> p_multiplier, p_multiplier)
         end::numeric
$$;

-- The choice for the purchases of a day whose record names p_rule_id and p_multiplier.
--
-- A record does not say which rule the till named. The rule of the record is taken as named only where a sale without a name would
-- have taken another rule. The draft then gets the same name, and refuses the purchase if it has no such rule.
create function chosen(
  terms replay_terms, draft replay_terms, p_day date, p_rule_id text, p_level text, p_multiplier text, p_time_zone text)
returns replay_choice
language plpgsql stable as $$
declare
  choice    replay_choice;
  rule      earning_rule := rule_of_sale(terms.rules, null, p_day);
  is_named  boolean := rule.id::text is distinct from p_rule_id;
  dates     earning;
begin
  if is_named then
    rule := rule_of_sale(terms.rules, p_rule_id, p_day);
  end if;
  dates := dates_of(rule, p_day, p_time_zone);
  choice.rule := rule;
  choice.multiplier := p_multiplier::numeric;
  choice.points_per_real := terms.points_per_real;
  choice.error := rule_error(rule, case when is_named then p_rule_id end, p_day);
  choice.available_on := dates.available_on;
  choice.expires_on := dates.expires_on;

  choice.draft_rule_ref := case when is_named then p_rule_id end;
  rule := rule_of_sale(draft.rules, choice.draft_rule_ref, p_day);
  choice.draft_rule := rule;
  choice.draft_multiplier := draft_multiplier(terms, p_rule_id, p_level, p_multiplier);
  choice.draft_error := rule_error(rule, choice.draft_rule_ref, p_day);
  choice.draft_expires_at := (dates_of(rule, p_day, p_time_zone)).expires_at;
  return choice;
end
$$;
