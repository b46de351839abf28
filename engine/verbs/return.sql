-- The return of a purchase (D4, docs/decisions/015-returns.md).

-- Takes back the points of a purchase, for returned_value centavos of it (null: for all that is not returned
-- yet). The lot gives first. The company's policy decides about points that the lot lacks:
--   deficit       the customer owes them, and the next credits pay them
--   clamp         the company waives them; they are taken if they come back to the lot
--   pending_only  as clamp, and a lot that is already available gives no points
-- The earning rules are not evaluated again.
-- Errors: not_found, already_reversed, return_exceeds_purchase.
create function return_purchase(company programme, cmd command, c change)
returns change
language plpgsql
as $$
declare
  earned      ledger_entry := known_record(company.company_id, cmd.subject_id);
  before      returned_before;
  left_value  bigint;
  source      lot_state;
  parts       return_parts;
  entry       ledger_entry;
begin
  if earned.type_id is distinct from 'GNR' or earned.purchase_value is null then
    c.error := 'not_found';
    return c;
  end if;
  before := returns_of(company.company_id, earned.id);
  left_value := earned.purchase_value - before.purchase_value;
  entry.purchase_value := coalesce((cmd.args ->> 'returned_value')::bigint, left_value);
  if left_value = 0 then
    c.error := 'already_reversed';
    return c;
  elsif entry.purchase_value > left_value then
    c.error := 'return_exceeds_purchase';
    return c;
  end if;

  select lot.id, lot.amount, lot.value, lot.remaining_amount, lot.remaining_value, lot.expired_amount, lot.expired_value,
         lot.available_at, lot.expires_at, lot.created_at
    into source
    from lot
   where lot.company_id = company.company_id
     and lot.id = earned.id;
  parts := return_parts(
    earned, source, before, (c.balance).difference_value, company.reversal, entry.purchase_value, (c.balance).moved_at);
  c.balance := balance_after_return(c.balance, source, parts);
  entry.type_id := 'GNR_REVERSAL';
  entry.origin := 'api:/points/reverse';
  entry.reverses_id := earned.id;
  entry.partner_key_id := cmd.partner_key_id;
  entry.external_id := cmd.args ->> 'external_id';
  entry.fingerprint := (cmd.args ->> 'fingerprint')::bytea;
  entry.subsidiary_name := earned.subsidiary_name;
  entry.amount := -(parts.lot_amount + parts.lost_amount + parts.owed_amount);
  entry.value := -parts.record_value;
  entry.calculation := jsonb_build_object(
    'policy', company.reversal, 'earned', earned.amount, 'purchase_value', earned.purchase_value,
    'returned_before', before.purchase_value, 'returned', entry.purchase_value, 'rounding', 'half up');
  c := add_entry(c, entry);
  c := add_return(c, last_entry(c), parts);
  c.settles_level := company.levels_changed_at is not null;
  c.result := record_result(last_entry(c), null);
  return c;
end
$$;

create function balance_after_return(b balance_state, source lot_state, parts return_parts)
returns balance_state
language plpgsql immutable as $$
begin
  if source.available_at > b.moved_at then
    b.pending_amount := b.pending_amount - parts.lot_amount;
    b.pending_value := b.pending_value - parts.lot_value;
  elsif source.expires_at > b.moved_at then
    b.amount := b.amount - parts.lot_amount;
    b.value := b.value - parts.lot_value;
  end if;
  b.deficit_amount := b.deficit_amount + parts.owed_amount;
  b.deficit_value := b.deficit_value + parts.owed_value;
  b.difference_value := b.difference_value + parts.difference_value;
  b.received_amount := b.received_amount - (parts.lot_amount + parts.lost_amount + parts.owed_amount);
  return b;
end
$$;

-- Applies a return to its lot, and adds the shortfall for the part that the lot could not give.
create function add_return(c change, entry ledger_entry, parts return_parts)
returns change
language plpgsql immutable as $$
begin
  if parts.lot_amount + parts.lost_amount > 0 then
    c.lot_changes := c.lot_changes || row(
      entry.reverses_id, -parts.lot_amount, -parts.lot_value, -parts.lost_amount, -parts.lost_value, null)::lot_change;
    c.allocations := c.allocations || row(
      entry.id, entry.reverses_id, false, -(parts.lot_amount + parts.lost_amount), -(parts.lot_value + parts.lost_value),
      null)::allocated;
  end if;
  if parts.owed_amount + parts.let_go_amount + parts.kept_amount + abs(parts.difference_value) > 0 then
    c.shortfalls := c.shortfalls || row(
      entry.id, entry.reverses_id, entry.sequence, parts.owed_amount, parts.owed_value, parts.let_go_amount,
      parts.let_go_value, parts.kept_amount, parts.kept_value, parts.difference_value)::shortfall;
  end if;
  return c;
end
$$;
