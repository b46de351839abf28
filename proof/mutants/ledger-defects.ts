import type { Defect } from './defect.ts'

const ledgerTest = 'api/points/ledger.test.ts'
const returnTest = 'api/points/return.test.ts'
const ledgerRace = 'api/points/ledger.race.test.ts'
const calculationTest = 'api/points/calculation.test.ts'
const calculationRuleTest = 'api/points/calculation-rule.test.ts'
const generateTest = 'api/points/generate.test.ts'
const expiryTest = 'api/points/expiry.test.ts'
const recordChainTest = 'api/points/record-chain.test.ts'
const adjustTest = 'api/desk/adjust.test.ts'
const tillTest = 'api/voucher/till.test.ts'

export const ledgerDefects: Defect[] = [
  // Imports
  {
    name: 'an imported balance counts for the level',
    file: 'engine/read/level-movements.sql',
    line: "             when entry.origin = 'import' then 0\n",
    wrong: '\n',
    test: { file: 'engine/verbs/import.test.ts', title: 'imported points count for no level' },
  },
  {
    name: 'a repeated import with another value is taken for the same',
    file: 'engine/locate/locate.sql',
    line: "                             and record.amount = (c.args ->> 'amount')::bigint\n                             and record.value = (c.args ->> 'value')::bigint\n",
    wrong: '\n',
    test: { file: 'engine/verbs/import.test.ts', title: 'with another amount, value or last day' },
  },
  {
    name: 'an imported balance has no last day',
    file: 'engine/verbs/import.sql',
    line: "  entry.expires_on := (cmd.args ->> 'expires_on')::date;\n",
    wrong: '\n',
    test: { file: 'engine/verbs/import.test.ts', title: 'draws take imported lots in order' },
  },
  {
    name: 'an imported balance takes the number of a sale',
    file: 'engine/command.ts',
    line: '  return importPrefix + external_id',
    wrong: '  return external_id',
    test: { file: 'api/import/import.test.ts', title: 'a repeated file changes nothing' },
  },
  {
    name: 'a balance that was imported meanwhile adds its customer',
    file: 'api/import/apply.ts',
    line: '  const over = [...past, ...same, ...other]\n',
    wrong: '  const over = [...past]\n',
    test: {
      file: 'api/import/apply.test.ts',
      title: 'a line that brings nothing adds no customer',
    },
  },
  {
    name: 'a refused first line takes its person along',
    file: 'api/import/apply.ts',
    line: 'over.some(({ person }) => person !== null)',
    wrong: 'over.some(({ line }) => line < 0)',
    test: { file: 'api/import/apply.test.ts', title: 'a first line that expires before' },
  },
  {
    name: 'a taken contact leaves the later lines of its person',
    file: 'api/import/apply.ts',
    line: '[...missing])',
    wrong: '[...missing].slice(1))',
    test: { file: 'api/import/apply.test.ts', title: 'a taken contact refuses all lines' },
  },
  {
    name: 'an erasure leaves the waiting lines of an import',
    file: 'api/privacy/erase.ts',
    line: '    sql`select drop_import_lines(${company_id}, ${document})`,\n',
    wrong: '\n',
    test: {
      file: 'api/import/apply.race.test.ts',
      title: 'a person who is erased before the line',
    },
  },

  // Adjustments
  {
    name: 'an adjustment takes more points than there are',
    file: 'engine/verbs/adjust.sql',
    line: '  if missing > 0 then',
    wrong: '  if false then',
    test: { file: adjustTest, title: 'takes points from the lots in their order' },
  },
  {
    name: 'an undone credit takes points that were spent',
    file: 'engine/verbs/adjust.sql',
    line: 'source.remaining_amount < credited.amount or ',
    wrong: '',
    test: { file: adjustTest, title: 'is refused once a point was spent' },
  },
  {
    name: 'a credit is undone twice',
    file: 'engine/verbs/adjust.sql',
    line: '  elsif is_reversed(company.company_id, credited.id) then',
    wrong: '  elsif false then',
    test: { file: 'engine/verbs/adjust.test.ts', title: 'an adjustment is undone once' },
  },
  {
    name: 'an undone adjustment still counts for the level',
    file: 'engine/read/level-movements.sql',
    line: "             when entry.type_id = 'GNR_REVERSAL' and returned.purchase_value is null then -returned.amount",
    wrong: '',
    test: { file: adjustTest, title: 'counts for the level' },
  },
  // The ledger
  {
    name: 'a movement does not lock the balance',
    file: 'engine/locate/lock.sql',
    line: '     order by balance.customer_id\n       for no key update skip locked);',
    wrong: '     order by balance.customer_id);',
    test: { file: ledgerRace, title: 'example 8: 50 parallel spends' },
  },
  {
    name: 'points are drawn from the latest expiry first',
    file: 'engine/ledger/lots.sql',
    line: '     order by lot.expires_at, lot.created_at, lot.id',
    wrong: '     order by lot.expires_at desc, lot.created_at, lot.id',
    test: { file: ledgerTest, title: 'example 1' },
  },
  {
    name: 'the value of a part of a lot is rounded instead of truncated',
    file: 'engine/ledger/lots.sql',
    line: 'div(p_value::numeric * p_amount, p_whole_amount)::bigint',
    wrong: 'round(p_value::numeric * p_amount / p_whole_amount)::bigint',
    test: {
      file: ledgerTest,
      title: 'takes the money with the points, even if',
    },
  },
  {
    name: 'expiry is ignored when the balance is read',
    file: 'engine/read/balance.sql',
    line: '   where free.expires_at > b.moved_at;',
    wrong: '   where true;',
    test: { file: expiryTest, title: 'points valid for one month, earned on 31/01/2027, last' },
  },
  {
    name: 'expiry is ignored when points are drawn',
    file: 'engine/ledger/lots.sql',
    line: '       and lot.expires_at > p_now\n',
    wrong: '\n',
    test: {
      file: ledgerTest,
      title: 'an expired lot is never spent',
    },
  },
  {
    name: 'a record’s hash does not include the hash of the record before it',
    file: 'engine/ledger/record.sql',
    line: '  entry.hash := record_hash(b.last_hash, entry);',
    wrong: "  entry.hash := record_hash('', entry);",
    test: { file: recordChainTest, title: 'a record’s hash covers the previous hash' },
  },
  {
    name: 'the audit does not compare the last record’s hash with the balance’s',
    file: 'engine/audit/audited.sql',
    line: 'balance.last_hash <> link.hash and',
    wrong: 'false and',
    test: { file: recordChainTest, title: 'the last record with a recalculated hash' },
  },
  {
    name: 'the stored balance never expires: points expire only at the next movement',
    file: 'engine/ledger/lots.sql',
    line: '      b.changes_at := least(b.changes_at, p_expires_at);',
    wrong: '      b.changes_at := b.changes_at;',
    test: { file: expiryTest, title: 'points valid for one month, earned on 31/01/2027, last' },
  },
  {
    name: 'pending points can be spent',
    file: 'engine/ledger/lots.sql',
    line: '  if p_available_at > b.moved_at then',
    wrong: '  if false then',
    test: { file: ledgerTest, title: 'pending points are not in the balance, cannot be spent,' },
  },
  {
    name: 'a customer with a deficit can spend points',
    file: 'engine/ledger/lots.sql',
    line: '           when p_amount > 0 and (b.deficit_amount > 0 or b.amount < p_amount)',
    wrong: '           when p_amount > 0 and b.amount < p_amount',
    test: { file: ledgerTest, title: 'under deficit: while a deficit lasts, the balance' },
  },
  {
    name: 'a credit does not pay the deficit',
    file: 'engine/ledger/deficit.sql',
    line: '  paid.amount := least(b.deficit_amount, p_amount);',
    wrong: '  paid.amount := 0;',
    test: { file: ledgerTest, title: 'example 4' },
  },
  {
    name: 'a repeated external_id is answered even if the request differs',
    file: 'engine/locate/locate.sql',
    line: '  elsif cmd.known_id is not null and not cmd.is_known_same then',
    wrong: '  elsif false then',
    test: { file: generateTest, title: 'gets idempotency_mismatch' },
  },
  {
    name: 'a purchase’s points are rounded up',
    file: 'engine/pure/calculate.sql',
    line: '    amount := div(hundredths, 100);',
    wrong: '    amount := ceil(hundredths / 100);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of the engine’s calls agrees' },
  },
  {
    name: 'the multiplier of the level is not applied',
    file: 'engine/pure/calculate.sql',
    line: '    p_multiplier, p_points_per_real);',
    wrong: '    1, p_points_per_real);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of the engine’s calls agrees' },
  },
  {
    name: 'the points of a percentage are computed from rounded centavos',
    file: 'engine/pure/calculate.sql',
    line: '    amount := div(hundredths * p_points_per_real, 10000);',
    wrong: '    amount := div(div(hundredths, 100) * p_points_per_real, 100);',
    test: { file: calculationTest, title: 'a percentage is rounded down once' },
  },
  {
    name: 'a rule that was removed from the company’s file still earns',
    file: 'api/points/stored/rules.sql',
    line: '       and rule.position is not null',
    wrong: '       and true',
    test: {
      file: calculationRuleTest,
      title: 'a rule removed from the file is unknown, and gets',
    },
  },
  {
    name: 'a till can name a rule of another company',
    file: 'api/points/stored/rules.sql',
    line: '     where rule.company_id = p_company_id',
    wrong: '     where true',
    test: {
      file: calculationRuleTest,
      title: 'gets unknown_calculation_rule and changes',
    },
  },
  {
    name: 'a refused sale pre-registers its document',
    file: 'engine/dispatch.sql',
    line: '    c.document := case when c.error is null then c.document end;',
    wrong: '    c.document := c.document;',
    test: {
      file: calculationRuleTest,
      title: 'gets unknown_calculation_rule and changes',
    },
  },
  {
    name: 'points expire at the beginning of their last day',
    file: 'engine/pure/calculate.sql',
    line: "  earned.expires_at := coalesce((earned.expires_on + 1)::timestamp at time zone p_time_zone, 'infinity');",
    wrong:
      "  earned.expires_at := coalesce(earned.expires_on::timestamp at time zone p_time_zone, 'infinity');",
    test: { file: expiryTest, title: 'points valid for one month, earned on 31/01/2027, last' },
  },

  // Returns
  {
    name: 'the points that a return takes are truncated instead of rounded',
    file: 'engine/return/return-parts.sql',
    line: '  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint',
    wrong: '  select div(p_earned::numeric * p_returned, p_purchase_value::numeric)::bigint',
    test: { file: ledgerTest, title: 'example 3' },
  },
  {
    name: 'a return may exceed the purchase',
    file: 'engine/verbs/return.sql',
    line: '  elsif entry.purchase_value > left_value then',
    wrong: '  elsif false then',
    test: {
      file: 'api/points/reverse.test.ts',
      title: 'returns never exceed the purchase: return_exceeds_purchase, then',
    },
  },
  {
    name: 'a return waives the points that it cannot take, under any policy',
    file: 'engine/return/return-parts.sql',
    line: '    parts.owed_amount := rest;',
    wrong: '    parts.owed_amount := 0;',
    test: { file: ledgerTest, title: 'example 4' },
  },
  {
    name: 'the return that takes the last point leaves centavos',
    file: 'engine/return/return-parts.sql',
    line: '  is_last        boolean := share = earned.amount;',
    wrong: '  is_last        boolean := false;',
    test: {
      file: returnTest,
      title: 'a partial return that takes the last point takes the last centavo',
    },
  },
  {
    name: 'a lot pays a deficit with its own centavos instead of the owed centavos',
    file: 'engine/ledger/deficit.sql',
    line: '      paid.value := least(greatest(b.deficit_value - b.difference_value, 0), p_value);',
    wrong: '      paid.value := part_of_value(p_value, paid.amount, p_amount);',
    test: {
      file: ledgerTest,
      title: 'takes the money with the points, even if',
    },
  },
  {
    name: 'points that a return could not take are not recovered when they come back',
    file: 'engine/return/recovery.sql',
    line: '  recovery.amount := least(shortfall.open_amount, p_amount);',
    wrong: '  recovery.amount := 0;',
    test: { file: returnTest, title: 'a voucher cancelled after its purchase’s' },
  },
  {
    name: 'points that were spent after a return are recovered for that return',
    file: 'engine/return/recovery.sql',
    line: 'filter (where entry.sequence > p_spent_after), 0)',
    wrong: 'filter (where true), 0)',
    test: {
      file: returnTest,
      title: 'under pending_only, points unspent at the return',
    },
  },
  {
    name: 'pending_only leaves the same unspent points to the customer at every return',
    file: 'engine/return/return-parts.sql',
    line: 'source.expired_amount - before.kept_amount, 0)',
    wrong: 'source.expired_amount, 0)',
    test: {
      file: returnTest,
      title: 'points that a return in small parts missed are taken',
    },
  },
  {
    name: 'the audit does not detect a loss that follows from a rule',
    file: 'engine/audit/audit.ts',
    line: '  reasons.push(...unaccounted(records, stored))',
    wrong: '  void unaccounted',
    test: {
      file: 'engine/audit/conservation.test.ts',
      title: 'the audit names the purchase whose return',
    },
  },
  {
    name: 'points that come back to an expired lot are valid for 14 days',
    file: 'engine/return/give-back.sql',
    line: 'returned_lot_days() + 1)::timestamp',
    wrong: 'returned_lot_days())::timestamp',
    test: { file: ledgerTest, title: 'example 1' },
  },
  {
    name: 'expired points of a lot come back with its spent points',
    file: 'engine/return/give-back.sql',
    line: '      back.free_amount - case when is_over then source.remaining_amount else 0 end,',
    wrong: '      back.free_amount,',
    test: { file: ledgerTest, title: 'an undone spend returns points to an expired' },
  },
  {
    name: 'a till can undo the consumption of a valid voucher',
    file: 'api/voucher/stored/voucher.sql',
    line: '       and voucher.record_id = p_record_id)',
    wrong: '       and false)',
    test: {
      file: tillTest,
      title: 'a till cannot reverse a voucher’s consumption',
    },
  },
]
