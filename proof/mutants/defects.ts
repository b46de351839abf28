/** Plausible defects of one line, each with the test that must catch it. */

import { accountDefects } from './account-defects.ts'
import { backtestDefects } from './backtest-defects.ts'
import type { Defect } from './defect.ts'
import { deskDefects } from './desk-defects.ts'
import { headDefects } from './head-defects.ts'
import { historyDefects } from './history-defects.ts'
import { ledgerDefects } from './ledger-defects.ts'
import { mergeDefects } from './merge-defects.ts'
import { storeDefects } from './store-defects.ts'

const levelTest = 'api/level/level.test.ts'
const keyTest = 'api/server/idempotency.test.ts'
const applyTest = 'engine/apply.test.ts'

export const defects: Defect[] = [
  ...accountDefects,
  ...backtestDefects,
  ...deskDefects,
  ...headDefects,
  ...historyDefects,
  ...ledgerDefects,
  ...mergeDefects,
  ...storeDefects,

  // Levels
  {
    name: 'a level begins one point above its trigger',
    file: 'api/level/stored/terms.sql',
    line: '     and level.trigger_amount <= p_amount',
    wrong: '     and level.trigger_amount < p_amount',
    test: { file: levelTest, title: 'a level’s trigger is inclusive' },
  },
  {
    name: 'the window of LOOKBACK is a day longer',
    file: 'api/level/stored/standing.sql',
    line: 'starts_at(terms, p_today - state.update_lookback + 1));',
    wrong: 'starts_at(terms, p_today - state.update_lookback));',
    test: { file: levelTest, title: 'LOOKBACK of one day counts today' },
  },
  {
    name: 'reaching a level again does not restart the cycle',
    file: 'api/level/stored/standing.sql',
    line: '      state.cycle_sequence := state.counted_sequence;\n',
    wrong: '\n',
    test: { file: levelTest, title: 'RENOVATION 12 months' },
  },

  // Idempotency, keys, batches, the audit
  {
    name: 'an idempotency key is not locked',
    file: 'engine/apply.sql',
    line: '    commands := claim_keys(p_company_id, commands, p_now);',
    wrong: '    commands := commands;',
    test: { file: keyTest, title: '64 equal calls at once through two nodes' },
  },
  {
    name: 'an idempotency key replays its answer for a different request',
    file: 'engine/idempotency/idempotency.sql',
    line: "stored_outcome.fingerprint = (c.args ->> 'key_fingerprint')::bytea as is_same",
    wrong: 'true as is_same',
    test: { file: keyTest, title: 'idempotency_mismatch' },
  },
  {
    name: 'a refused command keeps its writes',
    file: 'engine/dispatch.sql',
    line: '    c.document := case when c.error is null then c.document end;',
    wrong: "    c.document := case when c.error is null or cmd.args ? 'key' then c.document end;",
    test: { file: keyTest, title: 'an error code rolls back all writes' },
  },
  {
    name: 'a serialisation failure is answered instead of retried',
    file: 'database/batch.ts',
    line: '      if (isContention(error)) {',
    wrong: '      if (batch.length === 0) {',
    test: {
      file: 'database/batch.test.ts',
      title: 'after a deadlock or a serialisation failure all members are sent again',
    },
  },
  {
    name: 'a conflict is retried without end',
    file: 'database/batch.ts',
    line: 'if (one.conflicts > maxConflicts) one.reject(error)',
    wrong: 'if (one.conflicts < 0) one.reject(error)',
    test: {
      file: 'database/batch.test.ts',
      title: 'a member is sent again five times after errors',
    },
  },
  {
    name: 'an idempotency key expires a day late',
    file: 'engine/idempotency/idempotency.sql',
    line: 'make_interval(days => idempotency_days())',
    wrong: 'make_interval(days => idempotency_days() + 1)',
    test: { file: keyTest, title: 'a key expires after exactly 30 days' },
  },
  {
    name: 'a command runs although its idempotency key is locked',
    file: 'engine/idempotency/idempotency.sql',
    line: '    elsif not pg_try_advisory_xact_lock(hashtextextended(owner, 0)) then',
    wrong: '    elsif false then',
    test: {
      file: keyTest,
      title: 'a key that another process holds for over',
    },
  },
  {
    name: 'a duplicate waits for the first call without a limit',
    file: 'engine/idempotency/duplicate.ts',
    line: 'await Promise.race([first, over.promise])',
    wrong: 'await first',
    test: { file: keyTest, title: 'concurrent duplicates in one process get' },
  },
  {
    name: 'the outcome of a transient error is stored',
    file: 'engine/idempotency/idempotency.sql',
    line: '  select cmd.has_key and (cmd.error is null or cmd.error <> all (unstored_errors()))',
    wrong: '  select cmd.has_key',
    test: {
      file: 'api/intention/intention.race.test.ts',
      title: 'a transient error code is not stored: the same',
    },
  },
  {
    name: 'two commands of one customer are decided in one call',
    file: 'engine/locate/locate.sql',
    line: 'if named && customers or external_id = any (externals) then',
    wrong: 'if external_id = any (externals) then',
    test: { file: applyTest, title: 'carries out one command of a customer in a call' },
  },
  {
    name: 'two commands of one key are decided in one call',
    file: 'engine/idempotency/idempotency.sql',
    line: '    if owner = any (seen) then',
    wrong: '    if false then',
    test: { file: applyTest, title: 'carries out one command of an idempotency key in a call' },
  },
  {
    name: 'a level is not settled when an earning crosses a trigger',
    file: 'engine/verbs/earn.sql',
    line: 'c.settles_level := b.level_left <= 0',
    wrong: 'c.settles_level := false',
    test: {
      file: 'api/level/settling.model.test.ts',
      title: 'settling a level only at crossings shows the same levels',
    },
  },
  {
    name: 'a busy company fills every batch',
    file: 'database/batch.ts',
    line: 'const share = Math.ceil(maxMembers / Math.max(1, lanes.length))',
    wrong: 'const share = maxMembers',
    test: {
      file: 'database/batch.test.ts',
      title: 'each company has an equal share of a batch, so a busy',
    },
  },
  {
    name: 'a busy member is not retried',
    file: 'database/batch.ts',
    line: "if (isUnanswered(answer)) this.#retry(one, answer.error === 'busy')",
    wrong: "if (isUnanswered(answer) && answer.error !== 'busy') this.#retry(one, false)",
    test: {
      file: 'database/batch.test.ts',
      title: 'a busy member of a batch is retried without delaying the',
    },
  },
  {
    name: 'a revoked partner key is accepted',
    file: 'api/partner/stored/key.sql',
    line: '     and partner_key.revoked_at is null\n   limit 1\n',
    wrong: '   limit 1\n',
    test: {
      file: 'api/partner/partner-key.test.ts',
      title: 'several keys are valid at once; a revoked one gets 401',
    },
  },
  {
    name: 'a partner key is accepted without the required scope',
    file: 'api/partner/stored/key.sql',
    line: 'when not p_scope = any (p_scopes) then',
    wrong: 'when p_scope is null then',
    test: {
      file: 'api/partner/partner-key.test.ts',
      title: 'a batch checks the scope of each key separately',
    },
  },
  {
    name: 'the daily limit of points of a partner key is not enforced',
    file: 'engine/verbs/earn.sql',
    line: "    when earned.amount > p_left then 'daily_limit_reached'",
    wrong: "    when false then 'daily_limit_reached'",
    test: { file: 'api/partner/partner-key.test.ts', title: 'the day’s limit holds across nodes' },
  },
  {
    name: 'two batches use the same remainder of a partner key’s daily limit',
    file: 'api/partner/stored/key-use.sql',
    line: '     order by partner_key.id\n       for no key update skip locked);',
    wrong: '     order by partner_key.id);',
    test: { file: 'api/partner/partner-key.test.ts', title: 'the day’s limit holds across nodes' },
  },
  {
    name: 'a connection that breaks between two statements causes a 500',
    file: 'database/sql.ts',
    line: '|is not queryable$/',
    wrong: '/',
    test: {
      file: 'database/sql.test.ts',
      title: 'counts as an unavailable database',
    },
  },
  {
    name: 'an overloaded process sheds sales',
    file: 'api/server/shedding.ts',
    line: "      if (shed !== 'never' && isShedding(shed)) {",
    wrong: "      if (isShedding(shed === 'never' ? 'poll' : shed)) {",
    test: {
      file: 'api/server/shedding-queue.test.ts',
      title: 'while 90 sales wait, polls are shed but',
    },
  },
  {
    name: 'lists can use every connection of the pool',
    file: 'api/server/turnstile.ts',
    line: '    if (inside >= count) {',
    wrong: '    if (inside >= 1_000) {',
    test: {
      file: 'api/server/shedding-queue.test.ts',
      title: 'connections of the pool are left for sales',
    },
  },
  {
    name: 'the failure of one member fails the whole batch',
    file: 'database/batch.ts',
    line: '      } else if (batch.length === 1 || isDatabaseAway(error)) {',
    wrong: '      } else if (batch.length > 0 || isDatabaseAway(error)) {',
    test: { file: 'database/batch.test.ts', title: 'a member that fails in a batch fails alone' },
  },
  {
    name: 'a batch that reached its time limit is halved and sent again',
    file: 'database/batch.ts',
    line: '      } else if (batch.length === 1 || isDatabaseAway(error)) {',
    wrong: '      } else if (batch.length === 1) {',
    test: {
      file: 'database/batch.test.ts',
      title: 'a batch that PostgreSQL stops at the time limit fails as a whole',
    },
  },
  {
    name: 'a call that was answered with 503 is still sent to the database',
    file: 'database/batch.ts',
    line: 'members.filter((one) => !one.isOver)',
    wrong: 'members',
    test: {
      file: 'database/batch.test.ts',
      title: 'halving a batch of defects ends at the deadline of its members',
    },
  },
  {
    name: 'the audit compares nothing',
    file: 'engine/audit/audit.ts',
    line: '!isDeepStrictEqual(sorted(replayed[field]), sorted(stored[field]))',
    wrong: 'field !== field',
    test: {
      file: 'engine/audit/audit.test.ts',
      title: 'the audit finds every kind of tampering',
    },
  },
]
