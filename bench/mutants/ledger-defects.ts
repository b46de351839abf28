import type { Defect } from './defect.ts'

const ledger_test = 'api/points/ledger.test.ts'
const statement_test = 'engine/statement.test.ts'
const return_test = 'api/points/return.test.ts'
const ledger_race = 'api/points/ledger.race.test.ts'
const calculation_test = 'api/points/calculation.test.ts'
const calculation_rule_test = 'api/points/calculation-rule.test.ts'
const generate_test = 'api/points/generate.test.ts'
const expiry_test = 'api/points/expiry.test.ts'
const record_chain_test = 'api/points/record-chain.test.ts'
const till_test = 'api/voucher/till.test.ts'

export const ledger_defects: Defect[] = [
  // The ledger
  {
    name: 'a movement does not lock the balance',
    file: 'api/points/balance.sql',
    line: '     and balance.customer_id = p_customer_id\n     for no key update;',
    wrong: '     and balance.customer_id = p_customer_id;',
    test: { file: ledger_race, title: 'D4 example 8: 50 parallel spends' },
  },
  {
    name: 'points are drawn from the latest expiry first',
    file: 'api/points/ledger.sql',
    line: '     order by lot.expires_at, lot.created_at, lot.id',
    wrong: '     order by lot.expires_at desc, lot.created_at, lot.id',
    test: { file: ledger_test, title: 'D4 example 1' },
  },
  {
    name: 'of a lot’s money the part is rounded, not cut',
    file: 'api/points/ledger.sql',
    line: 'div(p_value::numeric * p_amount, p_whole_amount)::bigint',
    wrong: 'round(p_value::numeric * p_amount / p_whole_amount)::bigint',
    test: {
      file: ledger_test,
      title: 'D4 money goes with the points, also where a point is worth more than a centavo',
    },
  },
  {
    name: 'expiry is ignored when the balance is read',
    file: 'api/points/balance.sql',
    line: '              and free.expires_at > at.instant\n         ) good',
    wrong: '         ) good',
    test: { file: expiry_test, title: 'points of one month earned on 31/01/2027' },
  },
  {
    name: 'expiry is ignored when points are drawn',
    file: 'api/points/ledger.sql',
    line: '       and lot.expires_at > p_now\n       and lot.available_at <= p_now',
    wrong: '       and lot.available_at <= p_now',
    test: {
      file: ledger_test,
      title: 'D4 what has expired is never spent',
    },
  },
  {
    name: 'a record is not bound to the one before it',
    file: 'api/points/ledger.sql',
    line: '  entry.hash := record_hash(kept.last_hash, entry);',
    wrong: "  entry.hash := record_hash('', entry);",
    test: { file: record_chain_test, title: 'I8 a record’s hash is of the one before' },
  },
  {
    name: 'the audit does not look whether the end was cut off',
    file: 'engine/audit/audit.ts',
    line: 'balance.last_hash <> link.hash and',
    wrong: 'false and',
    test: { file: record_chain_test, title: 'the last record with its hash' },
  },
  {
    name: 'the kept balance is good for ever: nothing expires until the next movement',
    file: 'api/points/ledger.sql',
    line: '      kept.changes_at := least(kept.changes_at, p_expires_at);',
    wrong: '      kept.changes_at := kept.changes_at;',
    test: { file: expiry_test, title: 'points of one month earned on 31/01/2027' },
  },
  {
    name: 'pending points can be spent',
    file: 'api/points/ledger.sql',
    line: '  if p_available_at > entry.created_at then',
    wrong: '  if false then',
    test: { file: ledger_test, title: 'D4 are shown apart, spend nothing' },
  },
  {
    name: 'who owes spends',
    file: 'api/points/ledger.sql',
    line: '  if p_amount > 0 and (kept.deficit_amount > 0 or kept.amount < p_amount) then',
    wrong: '  if p_amount > 0 and kept.amount < p_amount then',
    test: { file: ledger_test, title: 'D4 deficit: while anything is owed the balance is 0' },
  },
  {
    name: 'a credit pays nothing of what is owed',
    file: 'api/points/deficit.sql',
    line: '  paid.amount := least(kept.deficit_amount, p_amount);',
    wrong: '  paid.amount := 0;',
    test: { file: ledger_test, title: 'D4 example 4' },
  },
  {
    name: 'a repeat of a sale is answered whatever it says',
    file: 'api/points/generate.sql',
    line: '  select case when entry.fingerprint = p_fingerprint',
    wrong: '  select case when true',
    test: { file: generate_test, title: 'D3 idempotency_mismatch: a known external_id with' },
  },
  {
    name: 'a purchase’s points are rounded up',
    file: 'api/points/calculate.sql',
    line: '    amount := div(hundredths, 100);',
    wrong: '    amount := ceil(hundredths / 100);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of a programme agrees' },
  },
  {
    name: 'the level multiplies nothing',
    file: 'api/points/generate.sql',
    line: '           multiplier, programme.points_per_real);',
    wrong: '           1, programme.points_per_real);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of a programme agrees' },
  },
  {
    name: 'the points of a percentage come of the rounded centavos',
    file: 'api/points/calculate.sql',
    line: '    amount := div(hundredths * p_points_per_real, 10000);',
    wrong: '    amount := div(div(hundredths, 100) * p_points_per_real, 100);',
    test: { file: calculation_test, title: 'rounds a percentage once' },
  },
  {
    name: 'a rule that left the company’s file still earns',
    file: 'api/points/generate.sql',
    line: '     and calculation_rule.position is not null',
    wrong: '     and true',
    test: { file: calculation_rule_test, title: 'does not use a rule that left the file' },
  },
  {
    name: 'a till names a rule of another company',
    file: 'api/points/generate.sql',
    line: '   where calculation_rule.company_id = p_company_id\n     -- Not one',
    wrong: '   where true\n     -- Not one',
    test: {
      file: calculation_rule_test,
      title: 'with unknown_calculation_rule and changes nothing',
    },
  },
  {
    name: 'a sale that is refused pre-registers its document',
    file: 'api/points/generate.sql',
    line: '    if coalesce(refusal, sale.subsidiary_refusal) is null and sale.customer_id is null then',
    wrong: '    if false then',
    test: {
      file: calculation_rule_test,
      title: 'with unknown_calculation_rule and changes nothing',
    },
  },
  {
    name: 'a month is a month of the day of the purchase, and its last day is lost',
    file: 'api/points/generate.sql',
    line: "  earned.expires_at := coalesce((earned.expires_on + 1)::timestamp at time zone p_time_zone, 'infinity');",
    wrong:
      "  earned.expires_at := coalesce(earned.expires_on::timestamp at time zone p_time_zone, 'infinity');",
    test: { file: expiry_test, title: 'points of one month earned on 31/01/2027' },
  },

  // Returns
  {
    name: 'what a return takes is cut, not rounded',
    file: 'api/points/return.sql',
    line: '  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint',
    wrong: '  select div(p_earned::numeric * p_returned, p_purchase_value::numeric)::bigint',
    test: { file: ledger_test, title: 'D4 example 3' },
  },
  {
    name: 'more comes back than was bought',
    file: 'api/points/return.sql',
    line: '    when returned_before + entry.purchase_value > earned.purchase_value',
    wrong: '    when returned_before > earned.purchase_value',
    test: {
      file: 'api/points/reverse.test.ts',
      title: 'D4 return_exceeds_purchase, already_reversed: never more than was bought',
    },
  },
  {
    name: 'what a return cannot take is let go',
    file: 'api/points/return.sql',
    line: '    parts.owed_amount := rest;',
    wrong: '    parts.owed_amount := 0;',
    test: { file: ledger_test, title: 'D4 example 4' },
  },
  {
    name: 'the return that takes the last point leaves centavos',
    file: 'api/points/return.sql',
    line: '  is_last        boolean := share = earned.amount;',
    wrong: '  is_last        boolean := false;',
    test: { file: return_test, title: 'a return that takes the last point takes the last centavo' },
  },
  {
    name: 'a lot pays a deficit with its own centavos, not with those that were owed',
    file: 'api/points/deficit.sql',
    line: '      paid.value := least(greatest(kept.deficit_value - kept.difference_value, 0), p_value);',
    wrong: '      paid.value := part_of_value(p_value, paid.amount, p_amount);',
    test: {
      file: ledger_test,
      title: 'D4 money goes with the points, also where a point is worth more than a centavo',
    },
  },
  {
    name: 'what a return let go comes back to the customer',
    file: 'api/points/recovery.sql',
    line: '  taken.amount := least(open_amount, back.amount);',
    wrong: '  taken.amount := 0;',
    test: { file: return_test, title: 'a voucher that is cancelled after its purchase came back' },
  },
  {
    name: 'what is spent after a return is taken for it when it comes back',
    file: 'api/points/recovery.sql',
    line: 'filter (where shortfall.sequence > back.spent_after), 0)',
    wrong: 'filter (where true), 0)',
    test: {
      file: return_test,
      title: 'pending_only: points that were unspent at the return stay',
    },
  },
  {
    name: 'pending_only leaves the same unspent points to the customer at every return',
    file: 'api/points/return.sql',
    line: 'source.expired_amount - before.kept_amount, 0)',
    wrong: 'source.expired_amount, 0)',
    test: {
      file: return_test,
      title: 'are taken also after the purchase came back in small parts',
    },
  },
  {
    name: 'the audit finds nothing that the rules themselves lose',
    file: 'engine/audit/audit.ts',
    line: '  reasons.push(...unaccounted(records, kept))',
    wrong: '  void unaccounted',
    test: {
      file: 'engine/audit/conservation.test.ts',
      title: 'the audit names the purchase of which a return lost a centavo',
    },
  },
  {
    name: 'a lot that comes back is good for 14 days',
    file: 'api/points/reverse.sql',
    line: '::date + 16)::timestamp at time zone company.time_zone',
    wrong: '::date + 15)::timestamp at time zone company.time_zone',
    test: { file: ledger_test, title: 'D4 example 1' },
  },
  {
    name: 'what had expired in a lot comes back with what was spent of it',
    file: 'api/points/reverse.sql',
    line: '     set remaining_amount = case when back.is_expired then 0 else lot.remaining_amount end',
    wrong: '     set remaining_amount = lot.remaining_amount',
    test: { file: ledger_test, title: 'D4 a lot that expired comes back for 15 days' },
  },
  {
    name: 'a till takes back what paid for a voucher that is still good',
    file: 'api/points/reverse.sql',
    line: '                and voucher.record_id = p_record_id) then',
    wrong: '                and false) then',
    test: {
      file: till_test,
      title: 'D8 a till cannot take back the points of a voucher that can still be withdrawn',
    },
  },

  // The statement of a past day
  {
    name: 'a past statement has a lot with the points that its date took',
    file: 'engine/statement.sql',
    line: "'CNS_REVERSAL' and expires_on < change.day",
    wrong: "'CNS_REVERSAL' and false",
    test: { file: statement_test, title: 'has a lot with the date that it had then' },
  },
  {
    name: 'a past statement takes lost points from the other lots',
    file: 'engine/statement.sql',
    line: 'and amount + change.amount <= 0 then',
    wrong: 'and false then',
    test: { file: statement_test, title: 'counts nothing for a return that takes points' },
  },
  {
    name: 'a past statement has what the end of a hold paid twice',
    file: 'engine/statement.sql',
    line: 'drawn.amount - drawn.paid_amount,',
    wrong: 'drawn.amount,',
    test: { file: statement_test, title: 'has what was held and owed then' },
  },
]
