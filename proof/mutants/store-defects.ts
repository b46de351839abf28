import type { Defect } from './defect.ts'

const ledgerTest = 'api/points/ledger.test.ts'
const holdEndTest = 'api/points/hold-end.test.ts'
const ledgerRace = 'api/points/ledger.race.test.ts'
const intentionRace = 'api/intention/intention.race.test.ts'
const scenarioTest = 'api/intention/scenario.test.ts'
const lookUpTest = 'api/partner/look-up.race.test.ts'
const voucherRace = 'api/voucher/voucher.race.test.ts'
const voucherTest = 'api/voucher/voucher.test.ts'
const tillTest = 'api/voucher/till.test.ts'
const sealedCodeTest = 'api/voucher/code/sealed-code.test.ts'
const sealedDatabaseTest = 'api/secret/sealed-database.test.ts'
const promotionTest = 'api/promotion/promotion.test.ts'

export const storeDefects: Defect[] = [
  // Holds and intentions
  {
    name: 'a till can capture more points than it holds',
    file: 'engine/hold/hold.sql',
    line: '  elsif p_amount > promised.amount then',
    wrong: '  elsif false then',
    test: { file: ledgerTest, title: 'example 5' },
  },
  {
    name: 'a hold that has ended can be ended again',
    file: 'engine/hold/hold.sql',
    line: '  if not found or promised.ended_at is not null then',
    wrong: '  if not found then',
    test: { file: ledgerRace, title: '50 captures of one hold' },
  },
  {
    name: 'points that a capture does not take stay held',
    file: 'engine/hold/hold-end.sql',
    line: '        b.amount := b.amount + part.free_amount;',
    wrong: '        b.amount := b.amount;',
    test: { file: ledgerTest, title: 'example 5' },
  },
  {
    name: 'an ended hold keeps its points from readers until the job',
    file: 'engine/hold/hold-end.sql',
    line: '       and hold.expires_at <= p_instant',
    wrong: '       and false',
    test: { file: holdEndTest, title: 'shows the points of an ended hold as free' },
  },
  {
    name: 'an ended hold keeps its points from spends until the job',
    file: 'engine/hold/hold-end.sql',
    line: '     and hold.expires_at <= b.moved_at',
    wrong: '     and false',
    test: { file: holdEndTest, title: 'points of an ended hold can be spent, and a late' },
  },
  {
    name: 'the stored balance does not store when the next hold ends',
    file: 'engine/hold/hold.sql',
    line: '  b.changes_at := least(b.changes_at, p_expires_at);',
    wrong: '  b.changes_at := b.changes_at;',
    test: { file: holdEndTest, title: 'shows the points of an ended hold as free' },
  },
  {
    name: 'an ended hold does not pay the deficit',
    file: 'engine/hold/hold-end.sql',
    line: '    part.paid_amount := back.paid_amount;',
    wrong: '    part.paid_amount := 0;',
    test: { file: holdEndTest, title: 'points of an ended hold pay a deficit, at read' },
  },
  {
    name: 'a cancelled intention keeps its points held',
    file: 'engine/verbs/confirm.sql',
    line: '    c := finish_hold(c, i.id, null, null);',
    wrong: '    c := c;',
    test: { file: scenarioTest, title: 'a cancelled intention frees all' },
  },
  {
    name: 'wrong codes are not counted',
    file: 'engine/verbs/capture.sql',
    line: '  i.wrong_codes := i.wrong_codes + 1;',
    wrong: '  i.wrong_codes := i.wrong_codes;',
    test: { file: intentionRace, title: 'of 200 concurrent wrong codes at two nodes, 5' },
  },
  {
    name: 'six wrong codes are compared instead of five',
    file: 'engine/verbs/capture.sql',
    line: 'max_wrong_codes() - 1 - i.wrong_codes;',
    wrong: 'max_wrong_codes() - i.wrong_codes;',
    test: { file: scenarioTest, title: 'the fifth wrong code ends the intention' },
  },
  {
    name: 'an intention is read before its customer is locked and not again',
    file: 'api/intention/stored/intention.sql',
    line: 'i.created_at, i.expires_at, i.authorized_at,',
    wrong: "i.created_at, 'infinity', i.authorized_at,",
    test: { file: scenarioTest, title: 'when an intention’s time is over, its points' },
  },
  {
    name: 'a till can capture without a code and without a confirmation',
    file: 'engine/verbs/capture.sql',
    line: "  elsif c.error is null and i.status = 'PENDING' and code is null then",
    wrong: '  elsif false then',
    test: { file: scenarioTest, title: 'with the code a till captures all points' },
  },
  {
    name: 'a customer can have two open intentions',
    file: 'engine/verbs/open.sql',
    line: '    if last.expires_at > (c.balance).moved_at then',
    wrong: '    if false then',
    test: { file: intentionRace, title: 'of 20 concurrent openings of an intention one' },
  },
  {
    name: 'a till can open an eleventh intention in an hour',
    file: 'api/intention/stored/ask-terms.sql',
    line: 'asked.nth = max_intentions_per_hour())',
    wrong: 'asked.nth = max_intentions_per_hour() + 1)',
    test: { file: scenarioTest, title: 'a till opens at most 10 intentions an hour' },
  },
  {
    name: 'a declined shop can ask for the same amount again',
    file: 'engine/verbs/points-to-hold.sql',
    line: 'wanted.amount >= terms.below then',
    wrong: 'wanted.amount > terms.below then',
    test: { file: scenarioTest, title: 'after a decline a shop may retry once for less' },
  },
  {
    name: 'a declined shop can retry more than once',
    file: 'api/intention/stored/ask-terms.sql',
    line: '  if declined.retried_id is not null\n',
    wrong: '  if false\n',
    test: { file: scenarioTest, title: 'after a decline a shop may retry once for less' },
  },
  {
    name: 'a strict company accepts any shop',
    file: 'engine/verbs/earn.sql',
    line: '    when cmd.unlisted_in is not null and company.subsidiaries_strict then',
    wrong: '    when false then',
    test: {
      file: 'api/partner/subsidiary.test.ts',
      title: 'answers unknown_subsidiary at a strict company',
    },
  },
  {
    name: 'a repeat is refused if its shop was removed from the list',
    file: 'engine/locate/locate.sql',
    line: '  elsif cmd.known_id is not null then',
    wrong: '  elsif cmd.known_id is not null and cmd.unlisted_in is null then',
    test: {
      file: 'api/partner/subsidiary.test.ts',
      title: 'a repeat by external_id or key gets the same warning',
    },
  },
  {
    name: 'look-ups are counted without a lock',
    file: 'api/partner/stored/look-up.sql',
    line: '     for no key update;',
    wrong: '     ;',
    test: { file: lookUpTest, title: 'the limit of look-ups is exact for concurrent calls in' },
  },
  {
    name: 'a blocked key gets a different answer for an existing customer',
    file: 'api/partner/stored/look-up.sql',
    line: '  wait_s := coalesce(seconds_until(counted.free_at, p_now), 0);',
    wrong: '  wait_s := 0;',
    test: { file: lookUpTest, title: 'a key has 100 misses an hour; each time they are used up' },
  },
  {
    name: 'a till can capture an intention of another till',
    file: 'api/intention/stored/intention.sql',
    line: '     and intention.partner_key_id = coalesce(p_partner_key_id, intention.partner_key_id)',
    wrong: '     and true',
    test: {
      file: 'api/intention/intention.test.ts',
      title: 'unknown intentions and those of another company',
    },
  },

  // Prizes, vouchers, promotions
  {
    name: 'two customers get the same voucher code',
    file: 'api/prize/stored/stock.sql',
    line: '     limit p_quantity\n       for update skip locked);',
    wrong: '     limit p_quantity);',
    test: {
      file: voucherRace,
      title: 'skips a code that another redemption has locked',
    },
  },
  {
    name: 'the stock is counted without a lock',
    file: 'api/prize/stored/stock.sql',
    line: '       and prize.stock is not null\n     order by prize.id\n       for no key update skip locked);',
    wrong: '       and prize.stock is not null\n     order by prize.id);',
    test: {
      file: voucherRace,
      title: 'a redemption waits for another that takes',
    },
  },
  {
    name: 'the newcomers’ promotion is not limited by network',
    file: 'api/promotion/newcomer-guard.ts',
    line: '      await countAttempt(database, attempt(request), request.now)',
    wrong: '',
    test: { file: promotionTest, title: 'one network activates a newcomer promotion' },
  },
  {
    name: 'a command locks prizes although its customer is locked by another transaction',
    file: 'engine/apply.sql',
    line: '  commands := without_busy(p_company_id, commands, balances, quotas);\n',
    wrong:
      '  prizes := lock_prizes(p_company_id, commands);\n' +
      '  commands := without_busy(p_company_id, commands, balances, quotas);\n',
    test: {
      file: voucherRace,
      title: 'a redemption with an idempotency key locks no prize while it waits',
    },
  },
  {
    name: 'a customer can redeem with another customer’s points',
    file: 'engine/verbs/redeem.sql',
    line: '  if buyer.has_document and not buyer.is_document_own then',
    wrong: '  if false then',
    test: { file: voucherTest, title: 'a redemption for another or an unknown document gets' },
  },
  {
    name: 'a look-up by code returns a voucher with a different code',
    file: 'api/voucher/till.ts',
    line: '           and voucher.code_key = ',
    wrong: '            or voucher.code_key = ',
    test: { file: tillTest, title: 'voucher_not_found' },
  },
  {
    name: 'the look-up hash of a code is the same in every company',
    file: 'api/voucher/code/sealed-code.ts',
    line: '      .update(companyBytes(company_id))\n',
    wrong: '\n',
    test: { file: sealedCodeTest, title: 'a voucher code’s look-up key differs by company, which' },
  },
  {
    name: 'a sealed text can be opened for another company',
    file: 'api/secret/seal.ts',
    line: "  return Buffer.from(company_id.replaceAll('-', ''), 'hex')",
    wrong: '  return Buffer.from(company_id).subarray(36)',
    test: { file: sealedDatabaseTest, title: 'a sealed code that was moved to another' },
  },
  {
    name: 'two texts are sealed with the same nonce',
    file: 'api/secret/seal.ts',
    line: '    const nonce = random.bytes(nonce_bytes)',
    wrong: '    const nonce = random.bytes(nonce_bytes).fill(0)',
    test: { file: 'api/secret/seal.test.ts', title: 'differs from another seal of the same text' },
  },
  {
    name: 'a process with a different secret is allowed to start',
    file: 'api/secret/sealed-database.ts',
    line: '    refuse(stored, provenSecrets)\n',
    wrong: '',
    test: {
      file: sealedDatabaseTest,
      title: 'a process with another secret does not start, and one',
    },
  },
  {
    name: 'a voucher expires one day early',
    file: 'engine/pure/results.sql',
    line: "           when p_expires_on < p_today then 'EXPIRED'",
    wrong: "           when p_expires_on <= p_today then 'EXPIRED'",
    test: { file: tillTest, title: 'after the last day, by the company’s clock, a voucher is' },
  },
  {
    name: 'a cancelled prize does not come back into its stock',
    file: 'api/prize/stored/stock.sql',
    line: '                  select since.id, -1',
    wrong: '                  select since.id, 0',
    test: { file: tillTest, title: 'a cancelled voucher returns to the stock' },
  },
  {
    name: 'a cancelled voucher from before the stock raises it',
    file: 'api/prize/stored/stock.sql',
    line: 'coalesce((c.voucher).created_at >= since.stock_since, true)',
    wrong: 'true',
    test: {
      file: 'api/prize/apply.test.ts',
      title: 'a cancelled voucher from before the stock takes nothing off its count',
    },
  },
  {
    name: 'a redemption pays another price than the one that was confirmed',
    file: 'engine/verbs/redeem.sql',
    line: '    if line.value <> p_prizes[at].value then',
    wrong: '    if false then',
    test: {
      file: voucherTest,
      title: 'a redemption at another price than the present one',
    },
  },
  {
    name: 'a customer can activate a promotion once more than its limit',
    file: 'api/promotion/stored/promotion.sql',
    line: '>= p_offer.limit_per_customer',
    wrong: '> p_offer.limit_per_customer',
    test: { file: promotionTest, title: 'once per customer, or as often' },
  },
  {
    name: 'the activations of one call do not see each other’s counts',
    file: 'engine/dispatch.sql',
    line: '        p_offers[at] := done.p_offer;',
    wrong: '        null;',
    test: { file: promotionTest, title: 'of 50 concurrent activations with a limit of 7, 7' },
  },
  {
    name: 'a customer stops being a newcomer one day early',
    file: 'api/promotion/stored/promotion.sql',
    line: '                   < (p_now at time zone zone)::date - (joined.since at time zone zone)::date) as is_late',
    wrong:
      '                   <= (p_now at time zone zone)::date - (joined.since at time zone zone)::date) as is_late',
    test: { file: promotionTest, title: 'NEW_REGISTER allows an activation until' },
  },
  {
    name: 'a person who takes a pre-registered record over becomes as new as the record',
    file: 'api/customer/pre-registration.ts',
    line: 'registered_at = coalesce(person.registered_at, person.created_at)',
    wrong: 'registered_at = customer.created_at',
    test: {
      file: 'api/promotion/newcomer.test.ts',
      title: 'a person who registered long ago is not new',
    },
  },
]
