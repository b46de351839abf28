/** Defects of one line that somebody could make, each with the test that must catch it. */

export type Defect = {
  /** What went wrong, as a reviewer would say it. */
  name: string
  file: string
  /** Stands in the file once. */
  line: string
  wrong: string
  test: { file: string; title: string }
}

const ledger_test = 'api/points/ledger.test.ts'
const ledger_race = 'api/points/ledger.race.test.ts'
const generate_test = 'api/points/generate.test.ts'
const intention_race = 'api/intention/intention.race.test.ts'
const scenario_test = 'api/intention/scenario.test.ts'
const voucher_race = 'api/voucher/voucher.race.test.ts'
const voucher_test = 'api/voucher/voucher.test.ts'
const till_test = 'api/voucher/till.test.ts'
const promotion_test = 'api/promotion/promotion.test.ts'
const level_test = 'api/level/level.test.ts'
const key_test = 'api/http/idempotency.test.ts'

export const defects: Defect[] = [
  // The ledger
  {
    name: 'a movement does not lock the balance',
    file: 'api/points/ledger.sql',
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
    file: 'api/points/ledger.sql',
    line: '              and lot.expires_at > p_now\n         ) good',
    wrong: '         ) good',
    test: { file: generate_test, title: 'D4 example 2' },
  },
  {
    name: 'expiry is ignored when points are drawn',
    file: 'api/points/ledger.sql',
    line: '       and lot.expires_at > p_now\n       and lot.available_at <= p_now',
    wrong: '       and lot.available_at <= p_now',
    test: {
      file: ledger_test,
      title: 'D4 a lot that expired comes back for 15 days with what was spent of it',
    },
  },
  {
    name: 'the kept balance is good for ever: nothing expires until the next movement',
    file: 'api/points/ledger.sql',
    line: '      kept.changes_at := least(kept.changes_at, p_expires_at);',
    wrong: '      kept.changes_at := kept.changes_at;',
    test: { file: generate_test, title: 'D4 example 2' },
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
    file: 'api/points/ledger.sql',
    line: '  absorbed        bigint := least(kept.deficit_amount, entry.amount);',
    wrong: '  absorbed        bigint := 0;',
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
    file: 'api/points/generate.sql',
    line: '    uncapped := div(base * rule.rate * multiplier, 100);',
    wrong: '    uncapped := ceil(base * rule.rate * multiplier / 100);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of a programme agrees' },
  },
  {
    name: 'the level multiplies nothing',
    file: 'api/points/generate.sql',
    line: '    uncapped := div(base * rule.rate * multiplier, 100);',
    wrong: '    uncapped := div(base * rule.rate, 100);',
    test: { file: 'api/engine.model.test.ts', title: 'any history of a programme agrees' },
  },
  {
    name: 'a month is a month of the day of the purchase, and its last day is lost',
    file: 'api/points/generate.sql',
    line: "  earned.expires_at := coalesce((earned.expires_on + 1)::timestamp at time zone programme.time_zone, 'infinity');",
    wrong:
      "  earned.expires_at := coalesce(earned.expires_on::timestamp at time zone programme.time_zone, 'infinity');",
    test: { file: generate_test, title: 'D4 example 2' },
  },

  // Returns
  {
    name: 'what a return takes is cut, not rounded',
    file: 'api/points/reverse.sql',
    line: '  select div(2 * p_earned::numeric * p_returned + p_purchase_value, 2 * p_purchase_value::numeric)::bigint',
    wrong: '  select div(p_earned::numeric * p_returned, p_purchase_value::numeric)::bigint',
    test: { file: ledger_test, title: 'D4 example 3' },
  },
  {
    name: 'more comes back than was bought',
    file: 'api/points/reverse.sql',
    line: '    when returned_before + entry.purchase_value > earned.purchase_value',
    wrong: '    when returned_before > earned.purchase_value',
    test: {
      file: 'api/points/reverse.test.ts',
      title: 'D4 return_exceeds_purchase, already_reversed: never more than was bought',
    },
  },
  {
    name: 'what a return cannot take is let go',
    file: 'api/points/reverse.sql',
    line: '      owed := claimed - from_lot - lost;',
    wrong: '      owed := 0;',
    test: { file: ledger_test, title: 'D4 example 4' },
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
    line: '     set remaining_amount = case when one.is_expired then 0 else lot.remaining_amount end',
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

  // Holds and intentions
  {
    name: 'a till captures more than it holds',
    file: 'api/points/hold.sql',
    line: '  elsif p_amount > promise.amount then',
    wrong: '  elsif false then',
    test: { file: ledger_test, title: 'D4 example 5' },
  },
  {
    name: 'an end that another was waiting with ends the hold again',
    file: 'api/points/hold.sql',
    line: '  if promise.ended_at is not null then',
    wrong: '  if false then',
    test: { file: ledger_race, title: 'D5 50 captures of one hold' },
  },
  {
    name: 'what a capture leaves is not free',
    file: 'api/points/hold.sql',
    line: '        kept.amount := kept.amount + held.amount - part;',
    wrong: '        kept.amount := kept.amount;',
    test: { file: ledger_test, title: 'D4 example 5' },
  },
  {
    name: 'an intention that ends keeps its points held',
    file: 'api/intention/intention.sql',
    line: '  perform release_hold(known.company_id, known.id, p_now);',
    wrong: '  perform 1;',
    test: { file: scenario_test, title: 'D5 the till gives up: all is free' },
  },
  {
    name: 'wrong codes are not counted',
    file: 'api/intention/intention.sql',
    line: '     set wrong_codes = intention.wrong_codes + 1',
    wrong: '     set wrong_codes = intention.wrong_codes',
    test: { file: intention_race, title: 'T5 200 wrong codes at once' },
  },
  {
    name: 'six codes are looked at',
    file: 'api/intention/intention.sql',
    line: '  tries_left integer := 4 - known.wrong_codes;',
    wrong: '  tries_left integer := 5 - known.wrong_codes;',
    test: { file: scenario_test, title: 'T5 five wrong codes are looked at' },
  },
  {
    name: 'an intention is looked at before its customer is locked, and not again',
    file: 'api/intention/intention.sql',
    line: '  if known.ended_at is null and known.expires_at <= p_now then',
    wrong: '  if false then',
    test: { file: scenario_test, title: 'a late capture is refused' },
  },
  {
    name: 'a yes is not asked for: any till captures without a code',
    file: 'api/intention/intention.sql',
    line: '    if p_code is null then',
    wrong: '    if false then',
    test: { file: scenario_test, title: 'D5 with the code the till takes all, or fewer' },
  },
  {
    name: 'a second intention is opened beside the first',
    file: 'api/intention/intention.sql',
    line: '    if known.expires_at > p_now then\n      return',
    wrong: '    if false then\n      return',
    test: { file: intention_race, title: 'D5 two tills that ask at once' },
  },
  {
    name: 'an eleventh intention an hour',
    file: 'api/intention/intention.sql',
    line: '     where asked.nth = 10',
    wrong: '     where asked.nth = 11',
    test: { file: scenario_test, title: 'T6 ten an hour' },
  },
  {
    name: 'another till’s intention is captured',
    file: 'api/intention/intention.sql',
    line: '     and (p_partner_key_id is null or intention.partner_key_id = p_partner_key_id)',
    wrong: '     and true',
    test: {
      file: 'api/intention/intention.test.ts',
      title:
        'T4 an unknown id, another company’s, another till’s and another customer’s are one not_found',
    },
  },

  // Prizes, vouchers, promotions
  {
    name: 'two buyers take one code',
    file: 'api/voucher/voucher.sql',
    line: '                 for update skip locked) next_code;',
    wrong: '                 ) next_code;',
    test: { file: voucher_race, title: 'T16 50 customers for the last code of a pool' },
  },
  {
    name: 'the stock is counted without a lock',
    file: 'api/voucher/voucher.sql',
    line: '    order by prize.id\n      for no key update;',
    wrong: '    order by prize.id;',
    test: { file: voucher_race, title: 'T16 50 customers for a stock of 7' },
  },
  {
    name: 'somebody pays with another’s points',
    file: 'api/voucher/voucher.sql',
    line: '          and customer.document = p_document) then',
    wrong: '          ) then',
    test: { file: voucher_test, title: 'T3 forbidden: another’s document' },
  },
  {
    name: 'another company’s voucher is withdrawn: the company is not named',
    file: 'api/voucher/voucher.sql',
    line: "   where voucher.company_id = p_company_id\n     and voucher.code_key = upper(replace(p_code, '-', ''))\n     for no key update;",
    wrong: "   where voucher.code_key = upper(replace(p_code, '-', ''))\n     for no key update;",
    test: { file: till_test, title: 'T4 voucher_not_found' },
  },
  {
    name: 'another company’s voucher is read: the company is not named',
    file: 'api/voucher/till.ts',
    line: '             and voucher.code_key = upper(',
    wrong: '              or voucher.code_key = upper(',
    test: { file: till_test, title: 'T4 voucher_not_found' },
  },
  {
    name: 'a voucher’s last day is lost',
    file: 'api/voucher/voucher.sql',
    line: "           when held.expires_on < p_today then 'EXPIRED'",
    wrong: "           when held.expires_on <= p_today then 'EXPIRED'",
    test: { file: till_test, title: 'is whole, in the company’s time zone' },
  },
  {
    name: 'a cancelled prize does not come back into its stock',
    file: 'api/voucher/voucher.sql',
    line: '     set issued = prize.issued - 1',
    wrong: '     set issued = prize.issued',
    test: { file: till_test, title: 'D8 a cancelled prize is back in its stock' },
  },
  {
    name: 'a customer has a promotion once more than it says',
    file: 'api/promotion/promotion.sql',
    line: '>= offer.limit_per_customer',
    wrong: '> offer.limit_per_customer',
    test: { file: promotion_test, title: 'D9 once a customer unless it says more' },
  },
  {
    name: 'the last place of a promotion goes to whoever saw it free',
    file: 'api/promotion/promotion.sql',
    line: '     and (promotion.limit_in_all is null or promotion.activations < promotion.limit_in_all);',
    wrong: '     and true;',
    test: { file: promotion_test, title: '50 customers for a limit of 7' },
  },
  {
    name: 'who registered is new for a day less',
    file: 'api/promotion/promotion.sql',
    line: '           when offer.new_register_days\n                  <',
    wrong: '           when offer.new_register_days\n                  <=',
    test: { file: promotion_test, title: 'D9 NEW_REGISTER: within so many days of registering' },
  },

  // Levels
  {
    name: 'a trigger is exclusive',
    file: 'api/level/level.sql',
    line: '     and level.trigger_amount <= p_amount',
    wrong: '     and level.trigger_amount < p_amount',
    test: { file: level_test, title: 'D6 a trigger is inclusive' },
  },
  {
    name: 'the window of LOOKBACK is a day longer',
    file: 'api/level/level.sql',
    line: 'starts_at(terms, today - kept.update_lookback + 1));',
    wrong: 'starts_at(terms, today - kept.update_lookback));',
    test: { file: level_test, title: 'D6 LOOKBACK of one day counts today alone' },
  },
  {
    name: 'a level that is reached again does not restart the cycle',
    file: 'api/level/level.sql',
    line: '      now_kept.cycle_sequence := now_kept.counted_sequence;\n',
    wrong: '\n',
    test: { file: level_test, title: 'D6 RENOVATION 12 months' },
  },

  // Idempotency, keys, batches, the audit
  {
    name: 'a key is not claimed',
    file: 'api/http/idempotency.ts',
    line: '  if (taken) return undefined\n',
    wrong: '  if (taken || key) return undefined\n',
    test: { file: key_test, title: 'D2 I5 64 at once, through two nodes' },
  },
  {
    name: 'a key answers another call',
    file: 'api/http/idempotency.ts',
    line: '    if (!stored.fingerprint.equals(claim.fingerprint))',
    wrong: '    if (stored.fingerprint.length === 0)',
    test: { file: key_test, title: 'D2 idempotency_mismatch' },
  },
  {
    name: 'a refusal keeps what the work had done',
    file: 'api/http/idempotency.ts',
    line: '    if (!error.keeps_work) await connection',
    wrong: '    if (error.keeps_work) await connection',
    test: { file: key_test, title: 'D2 I6 a refusal takes back what the work had done' },
  },
  {
    name: 'a serialisation failure is an answer',
    file: 'api/http/idempotency.ts',
    line: '      if (!isContention(error) || round === most_rounds) throw error',
    wrong: '      if (round > 0) throw error',
    test: { file: key_test, title: 'D2 under REPEATABLE READ' },
  },
  {
    name: 'a key lives a day longer',
    file: 'api/http/idempotency.ts',
    line: 'const kept_days = 30',
    wrong: 'const kept_days = 31',
    test: { file: key_test, title: 'D2 lives 30 days to the millisecond' },
  },
  {
    name: 'a revoked key sells',
    file: 'api/points/generate.sql',
    line: '          and partner_key.revoked_at is null\n',
    wrong: '\n',
    test: {
      file: 'api/partner/partner-key.test.ts',
      title: 'several live at once; when one is revoked its next request is a 401',
    },
  },
  {
    name: 'a key sells without the scope',
    file: 'api/points/generate.sql',
    line: '              when (given.scope = any (partner_key.scopes)) is not true',
    wrong: '              when given.scope is null',
    test: {
      file: 'api/partner/partner-key.test.ts',
      title: 'is asked of each key of a batch by itself',
    },
  },
  {
    name: 'a connection that broke between two statements is a defect’s 500',
    file: 'api/database/sql.ts',
    line: '|is not queryable$/',
    wrong: '/',
    test: {
      file: 'api/database/sql.test.ts',
      title: 'says that the database is away',
    },
  },
  {
    name: 'one member’s failure is the whole batch’s',
    file: 'api/database/batch.ts',
    line: '      if (batch.length === 1 || isDatabaseAway(error))',
    wrong: '      if (batch.length > 0 || isDatabaseAway(error))',
    test: { file: 'api/database/batch.test.ts', title: 'a member that fails fails alone' },
  },
  {
    name: 'the audit compares nothing',
    file: 'api/points/audit.ts',
    line: '    (field) => !isDeepStrictEqual(sorted(replayed[field]), sorted(kept[field])),',
    wrong: '    (field) => field !== field,',
    test: {
      file: 'api/points/replay.test.ts',
      title: 'D4 the audit finds every kind of tampering',
    },
  },
]
