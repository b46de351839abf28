/** The backtest of a draft before it is published (D18, docs/decisions/047-backtest.md). Writes nothing. */

import type { StaffCall } from '#api/audit/note.ts'
import { ruleVersions, versionOf } from '#api/company-file/version.ts'
import { ApiError } from '#api/http/api-error.ts'
import { storedRuleIds } from '#api/points/rule-ids.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import {
  addBacktests,
  backtestMonths,
  type BacktestPage,
  type BacktestQuery,
} from '#contract/programme/backtest.ts'
import { type Database, row, snapshot, sql } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { backtestOf, type Ground, nextCustomers } from './backtest/page.ts'
import { termsOf } from './backtest/terms.ts'
import { inTurn, lockTurn } from './backtest/turn.ts'
import { poolsOfDraft } from './codes.ts'
import { publishable } from './publish.ts'
import { draftOf } from './stored-draft.ts'

/**
 * One page of customers, half of them on a second connection: two cores calculate a million purchases in half of the time. Waits for
 * other pages of the company and of this node. Throws `not_found` without a draft, `draft_changed` for another revision,
 * `draft_outdated`, `draft_invalid`, and `unavailable` after 10 s of waiting.
 */
export async function backtestDraft(
  database: Database,
  query: BacktestQuery,
  caller: StaffCall,
): Promise<BacktestPage> {
  const { company_id, now } = caller
  const file = await draftedFile(database, query.revision, caller)
  const until = query.until === undefined ? now : new Date(query.until)
  return inTurn((deadline_ms) =>
    snapshot(database, async (connection) => {
      await lockTurn(connection, company_id, deadline_ms)
      const ground = await groundOf(connection, company_id, file, until)
      const after = query.after ?? null
      const customers = await nextCustomers(connection, company_id, after)
      const total = after === null ? await countCustomers(connection, company_id) : null
      const half = Math.ceil(customers.length / 2)
      const parts = await allEnded([
        backtestOf(connection, ground, customers.slice(0, half)),
        snapshot(database, (other) => backtestOf(other, ground, customers.slice(half))),
      ])
      return {
        ...addBacktests(parts),
        since: ground.since.toISOString(),
        until: until.toISOString(),
        read: customers.length,
        total,
        next: customers.at(-1) ?? null,
      }
    }),
  )
}

/** The results once all have ended, so that none runs on after the turn. Throws the first error. */
async function allEnded<Result>(work: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** The file of the caller's draft. */
async function draftedFile(
  database: Database,
  revision: number,
  caller: StaffCall,
): Promise<CompanyFile> {
  const { company_id } = caller
  const owner = ownerOf(caller)
  const draft = await draftOf(database, owner)
  if (!draft) throw new ApiError('not_found')
  if (draft.revision !== revision) throw new ApiError('draft_changed')
  const published = (await versionOf(database, company_id))!
  if (draft.base_version !== published.version) throw new ApiError('draft_outdated')
  const pools = await poolsOfDraft(database, owner)
  return (await publishable(database, company_id, draft.document, { published, pools })).file
}

async function groundOf(
  connection: Database,
  company_id: string,
  file: CompanyFile,
  until: Date,
): Promise<Ground> {
  const since = new Date(until)
  since.setUTCMonth(since.getUTCMonth() - backtestMonths)
  const versions = await ruleVersions(connection, company_id)
  const stored = await storedRuleIds(connection, company_id)
  const terms = termsOf(versions, file, { since, stored })
  return { company_id, time_zone: file.time_zone, since, until, ...terms }
}

async function countCustomers(connection: Database, company_id: string): Promise<number> {
  const counted = await row<{ count: number }>(
    connection,
    sql`select count_balances(${company_id}) as count`,
  )
  return counted!.count
}
