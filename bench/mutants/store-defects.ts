import type { Defect } from './defect.ts'

const ledger_test = 'api/points/ledger.test.ts'
const hold_end_test = 'api/points/hold-end.test.ts'
const ledger_race = 'api/points/ledger.race.test.ts'
const intention_race = 'api/intention/intention.race.test.ts'
const scenario_test = 'api/intention/scenario.test.ts'
const look_up_test = 'api/partner/look-up.race.test.ts'
const voucher_race = 'api/voucher/voucher.race.test.ts'
const voucher_test = 'api/voucher/voucher.test.ts'
const till_test = 'api/voucher/till.test.ts'
const sealed_code_test = 'api/voucher/sealed-code.test.ts'
const sealed_database_test = 'api/sealed-database.test.ts'
const promotion_test = 'api/promotion/promotion.test.ts'

export const store_defects: Defect[] = [
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
    file: 'api/points/hold-end.sql',
    line: '  kept.amount := kept.amount + freed.amount;',
    wrong: '  kept.amount := kept.amount;',
    test: { file: ledger_test, title: 'D4 example 5' },
  },
  {
    name: 'an ended hold keeps its points from readers until the job',
    file: 'api/points/hold-end.sql',
    line: '       and hold.expires_at <= p_instant',
    wrong: '       and false',
    test: { file: hold_end_test, title: 'shows the points of an ended hold as free' },
  },
  {
    name: 'an ended hold keeps its points from spends until the job',
    file: 'api/points/hold-end.sql',
    line: '       and hold.expires_at <= kept.moved_at',
    wrong: '       and false',
    test: { file: hold_end_test, title: 'spends the points of an ended hold' },
  },
  {
    name: 'a kept balance does not know that a hold ends',
    file: 'api/points/hold.sql',
    line: '  kept.changes_at := least(kept.changes_at, p_expires_at);',
    wrong: '  kept.changes_at := kept.changes_at;',
    test: { file: hold_end_test, title: 'shows the points of an ended hold as free' },
  },
  {
    name: 'what a customer owes is forgotten when a hold ends by itself',
    file: 'api/points/hold-end.sql',
    line: '    part.paid_amount := back.absorbed;',
    wrong: '    part.paid_amount := 0;',
    test: { file: hold_end_test, title: 'pays a deficit with the points of an ended hold' },
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
    file: 'api/intention/capture.sql',
    line: '     set wrong_codes = intention.wrong_codes + 1',
    wrong: '     set wrong_codes = intention.wrong_codes',
    test: { file: intention_race, title: 'T5 200 wrong codes at once' },
  },
  {
    name: 'six codes are looked at',
    file: 'api/intention/capture.sql',
    line: '  attempts_left integer := 4 - known.wrong_codes;',
    wrong: '  attempts_left integer := 5 - known.wrong_codes;',
    test: { file: scenario_test, title: 'T5 five wrong codes are looked at' },
  },
  {
    name: 'an intention is looked at before its customer is locked, and not again',
    file: 'api/intention/intention.sql',
    line: '  if known.ended_at is null and known.expires_at <= p_now then',
    wrong: '  if false then',
    test: { file: scenario_test, title: 'D5 nobody asks any more' },
  },
  {
    name: 'a yes is not asked for: any till captures without a code',
    file: 'api/intention/capture.sql',
    line: '    if p_code is null then',
    wrong: '    if false then',
    test: { file: scenario_test, title: 'D5 with the code the till takes all, or fewer' },
  },
  {
    name: 'a second intention is opened beside the first',
    file: 'api/intention/open.sql',
    line: '    if known.expires_at > p_now then\n      return',
    wrong: '    if false then\n      return',
    test: { file: intention_race, title: 'D5 two tills that ask at once' },
  },
  {
    name: 'an eleventh intention an hour',
    file: 'api/intention/ask-again.sql',
    line: '     where asked.nth = 10',
    wrong: '     where asked.nth = 11',
    test: { file: scenario_test, title: 'T6 ten an hour' },
  },
  {
    name: 'a shop that was declined asks for as much again',
    file: 'api/intention/open.sql',
    line: '  if entry.points_amount >= asking.below then',
    wrong: '  if entry.points_amount > asking.below then',
    test: { file: scenario_test, title: 'after a decline the shop asks again once' },
  },
  {
    name: 'a shop that was declined asks for less again and again',
    file: 'api/intention/ask-again.sql',
    line: '  if declined.retried_id is not null\n',
    wrong: '  if false\n',
    test: { file: scenario_test, title: 'after a decline the shop asks again once' },
  },
  {
    name: 'a strict company accepts any shop',
    file: 'api/partner/subsidiary.sql',
    line: '         case when listed.name is null and programme.has_subsidiaries and programme.subsidiaries_strict\n',
    wrong: '         case when false\n',
    test: {
      file: 'api/partner/subsidiary.test.ts',
      title: 'of a strict company is refused with unknown_subsidiary',
    },
  },
  {
    name: 'a repeat is refused where its shop has left the list',
    file: 'api/points/generate.sql',
    line: "        answered_before(sale.company_id, 'GNR', sale.external_id, sale.fingerprint),",
    wrong: '        null::movement,',
    test: { file: 'api/partner/subsidiary.test.ts', title: 'a repeat gets the same warning' },
  },
  {
    name: 'look-ups are not counted under a lock',
    file: 'api/partner/look-up.sql',
    line: '     for no key update;',
    wrong: '     ;',
    test: { file: look_up_test, title: 'of an hour are as many as the key may make' },
  },
  {
    name: 'a blocked key is told of customers who exist',
    file: 'api/partner/look-up.sql',
    line: '  wait_s := coalesce(seconds_until(counted.free_at, p_now), 0);',
    wrong: '  wait_s := 0;',
    test: { file: look_up_test, title: 'answers 100 misses of an hour' },
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
    test: {
      file: voucher_race,
      title: 'T16 a code that another purchase is taking is passed over, not waited for',
    },
  },
  {
    name: 'the stock is counted without a lock',
    file: 'api/voucher/voucher.sql',
    line: '    order by prize.id\n      for no key update;',
    wrong: '    order by prize.id;',
    test: {
      file: voucher_race,
      title: 'T16 who comes while the rest of a stock is being sold waits',
    },
  },
  {
    name: 'what is for newcomers is given to any number of one network',
    file: 'api/promotion/newcomer-guard.ts',
    line: '        await countAttempt(database, attempt(asked), asked.now)',
    wrong: '',
    test: { file: promotion_test, title: 'T17 who makes up fifty people' },
  },
  {
    name: 'who waits for a customer holds the prizes meanwhile',
    file: 'api/voucher/voucher.sql',
    line: 'free on true\n              where not p_waits) counted on true',
    wrong: 'free on true) counted on not p_waits',
    test: {
      file: voucher_race,
      title: 'T1 a purchase with a key that waits for its customer holds no prize meanwhile',
    },
  },
  {
    name: 'somebody pays with another’s points',
    file: 'api/voucher/voucher.sql',
    line: '          and customer.document = p_document) then',
    wrong: '          ) then',
    test: { file: voucher_test, title: 'T3 forbidden: another’s document' },
  },
  {
    name: 'a code that is nobody’s reads a voucher all the same',
    file: 'api/voucher/till.ts',
    line: '           and voucher.code_key = ',
    wrong: '            or voucher.code_key = ',
    test: { file: till_test, title: 'T4 voucher_not_found' },
  },
  {
    name: 'what a code is found by is the same in every company',
    file: 'api/voucher/sealed-code.ts',
    line: '      .update(companyBytes(company_id))\n',
    wrong: '\n',
    test: { file: sealed_code_test, title: 'T16 is another in another company' },
  },
  {
    name: 'what is sealed is bound to no company',
    file: 'api/seal.ts',
    line: "  return Buffer.from(company_id.replaceAll('-', ''), 'hex')",
    wrong: '  return Buffer.from(company_id).subarray(36)',
    test: { file: sealed_database_test, title: 'T16 a sealed code that is moved' },
  },
  {
    name: 'two texts are sealed with one nonce',
    file: 'api/seal.ts',
    line: '    const nonce = randomBytes(nonce_bytes)',
    wrong: '    const nonce = randomBytes(nonce_bytes).fill(0)',
    test: { file: 'api/seal.test.ts', title: 'T16 the same text twice' },
  },
  {
    name: 'a start with another secret is let in',
    file: 'api/sealed-database.ts',
    line: '  if (!kept!.proof.equals(proof)) {',
    wrong: '  if (kept!.proof.length !== proof.length) {',
    test: { file: sealed_database_test, title: 'refuses a start with another secret' },
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
]
