/** Defects of one line that somebody could make, each with the test that must catch it. */

import { account_defects } from './account-defects.ts'
import type { Defect } from './defect.ts'
import { ledger_defects } from './ledger-defects.ts'
import { store_defects } from './store-defects.ts'

const level_test = 'api/level/level.test.ts'
const key_test = 'api/http/idempotency.test.ts'

export const defects: Defect[] = [
  ...account_defects,
  ...ledger_defects,
  ...store_defects,

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
    file: 'api/partner/key.sql',
    line: '              when not p_scope = any (known.scopes)',
    wrong: '              when p_scope is null',
    test: {
      file: 'api/partner/partner-key.test.ts',
      title: 'is asked of each key of a batch by itself',
    },
  },
  {
    name: 'a stolen key’s limit of a day is not kept',
    file: 'api/points/generate.sql',
    line: '    if earned.amount > left_to_give(p_company_id, p_partner_key_id, local_day(p_company_id, p_now)) then',
    wrong: '    if false then',
    test: { file: 'api/partner/partner-key.test.ts', title: 'of a day is one for all nodes' },
  },
  {
    name: 'two batches spend the same rest of a key’s day',
    file: 'api/points/generate.sql',
    line: '  perform take_limited_keys(asked);',
    wrong: '',
    test: { file: 'api/partner/partner-key.test.ts', title: 'of a day is one for all nodes' },
  },
  {
    name: 'a connection that broke between two statements is a defect’s 500',
    file: 'database/sql.ts',
    line: '|is not queryable$/',
    wrong: '/',
    test: {
      file: 'database/sql.test.ts',
      title: 'says that the database is away',
    },
  },
  {
    name: 'an overloaded process sheds sales',
    file: 'api/http/shedding.ts',
    line: "      if (shed !== 'never' && isShedding(shed)) {",
    wrong: "      if (isShedding(shed === 'never' ? 'poll' : shed)) {",
    test: {
      file: 'api/http/shedding.test.ts',
      title: 'loses no sale, and serves polls again after them',
    },
  },
  {
    name: 'lists take every connection of the pool',
    file: 'api/http/shedding.ts',
    line: '    if (inside >= count) {',
    wrong: '    if (inside >= 1_000) {',
    test: {
      file: 'api/http/shedding.test.ts',
      title: 'leaves connections of the pool to sales',
    },
  },
  {
    name: 'one member’s failure is the whole batch’s',
    file: 'database/batch.ts',
    line: '      if (batch.length === 1 || isDatabaseAway(error)) {',
    wrong: '      if (batch.length > 0 || isDatabaseAway(error)) {',
    test: { file: 'database/batch.test.ts', title: 'a member that fails fails alone' },
  },
  {
    name: 'a batch that was stopped at its time limit is halved',
    file: 'database/batch.ts',
    line: '      if (batch.length === 1 || isDatabaseAway(error)) {',
    wrong: '      if (batch.length === 1) {',
    test: {
      file: 'database/batch.test.ts',
      title: 'a batch that is stopped at its time limit fails as a whole',
    },
  },
  {
    name: 'a call that was answered 503 is sent all the same',
    file: 'database/batch.ts',
    line: 'members.filter((one) => !one.isOver)',
    wrong: 'members',
    test: {
      file: 'database/batch.test.ts',
      title: 'a member that is found busy after its deadline is not sent again',
    },
  },
  {
    name: 'the audit compares nothing',
    file: 'engine/audit/audit.ts',
    line: '!isDeepStrictEqual(sorted(replayed[field]), sorted(kept[field]))',
    wrong: 'field !== field',
    test: {
      file: 'engine/audit/replay.test.ts',
      title: 'D4 the audit finds every kind of tampering',
    },
  },
]
