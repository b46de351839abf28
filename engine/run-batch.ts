/** One batch of commands, as one statement: sends it to apply.sql, tells the open pages, and returns the outcomes. */

import type { ErrorCode } from '#contract/error.ts'
import type { Unanswered } from '#database/batch.ts'
import type { Clock } from '#database/io.ts'
import { type Database, isDistributed, rows, sql } from '#database/sql.ts'

import type { Command } from './command.ts'
import type { Outcome, ResultOf } from './result.ts'
import type { Changes, Notifier } from './write/notify.ts'

/** A concurrent duplicate of an idempotency key waits this long for the first call. Then it gets an error that asks to retry. */
export const duplicateWait_ms = 3_000
const duplicateRetry_s = 1

export type Member = { company_id: string; command: Command; now: Date; began_ms: number }

type Call = { company_id: string; members: Member[]; now: Date }

/** A row of the type outcome in pure/shapes.sql. */
type Row = {
  company: number
  n: number
  error: ErrorCode | 'busy' | 'later' | 'key_busy' | 'key_mismatch' | null
  details: Record<string, number> | null
  result: unknown
  is_replay: boolean
  is_stored: boolean
  changed_customer_id: string | null
  shop_names: string[] | null
}

type BatchRun = {
  database: Database
  clock: Clock
  notify: Notifier
  /** Is called after each statement. */
  onBatch: ((members: number, duration_ms: number) => void) | undefined
}

/** Answers the members in their order. Rejects as a statement does; then none of them was carried out, or all were. */
export async function runBatch(
  { database, clock, notify, onBatch }: BatchRun,
  members: Member[],
): Promise<(Outcome<unknown> | Unanswered)[]> {
  const companies = [...Map.groupBy(members, ({ company_id }) => company_id)]
    // Company ids in ascending order, like all locks.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([company_id, of]) => ({ company_id, members: of, now: latest(of) }))
  const began_ms = clock.elapsed_ms()
  const found = await applied(database, companies).finally(() =>
    onBatch?.(members.length, clock.elapsed_ms() - began_ms),
  )
  notify(changesOf(found, companies))
  const outcomes = new Map(
    found.map((row) => {
      const member = companies[row.company - 1]!.members[row.n - 1]!
      return [member, outcomeOf(row, clock.elapsed_ms() - member.began_ms)] as const
    }),
  )
  return members.map((member) => outcomes.get(member)!)
}

/** The customers whose open pages are told. */
export function changesOf(found: Row[], companies: Call[]): Changes {
  const customerKey = (row: Row, customer_id: string | null) =>
    customer_id === null ? [] : [`${companies[row.company - 1]!.company_id} ${customer_id}`]
  return {
    intentions: found.flatMap((row) => customerKey(row, row.changed_customer_id)),
    points: found.flatMap((row) =>
      customerKey(row, movedCustomer(row, companies[row.company - 1]!.members[row.n - 1]!.command)),
    ),
  }
}

/** The customer of a sale or a return, whose phone shows the new balance at once. */
function movedCustomer(row: Row, { verb }: Command): string | null {
  if (row.error !== null || row.is_replay || (verb !== 'earn' && verb !== 'return')) return null
  return (row.result as ResultOf<'earn' | 'return'>).customer_id
}

/** The latest `now` of a company's commands. Each company of a batch has its own, because the clock of a sandbox is ahead. */
function latest(members: Member[]): Date {
  return new Date(Math.max(...members.map(({ now }) => now.getTime())))
}

/** One statement, so that all companies of a batch share a commit. */
export async function applied(database: Database, companies: Call[]): Promise<Row[]> {
  if (isDistributed(database)) return appliedAlone(database, companies)
  const calls = companies.map(({ company_id, members, now }) => ({
    company_id,
    commands: members.map(({ command }) => command),
    now,
  }))
  return rows<Row>(
    database,
    sql`select call.company::integer, outcome.n, outcome.error, outcome.details, outcome.result, outcome.is_replay, outcome.is_stored,
               outcome.changed_customer_id, outcome.shop_names
          from rows from (jsonb_to_recordset(${JSON.stringify(calls)}) as (company_id uuid, commands jsonb, now timestamptz))
               with ordinality call (company_id, commands, now, company)
         cross join lateral apply(call.company_id, call.commands, call.now) outcome`,
  )
}

/** On Citus a batch has one company, and a statement of this form is sent to the company's worker as a whole. */
async function appliedAlone(database: Database, companies: Call[]): Promise<Row[]> {
  const [{ company_id, members, now }] = companies as [Call]
  const commands = JSON.stringify(members.map(({ command }) => command))
  const found = await rows<Omit<Row, 'company'>>(
    database,
    sql`select n, error, details, result, is_replay, is_stored, changed_customer_id, shop_names
          from apply(${company_id}, ${commands}, ${now})`,
  )
  return found.map((row) => ({ ...row, company: 1 }))
}

export function outcomeOf(row: Row, waited_ms: number): Outcome<unknown> | Unanswered {
  const { error, details, result, is_replay: isReplay, is_stored: isStored } = row
  if (error === 'later' || error === 'busy') return { error }
  if (error === 'key_busy' && waited_ms < duplicateWait_ms) return { error: 'busy' }
  if (error === 'key_busy') return inProgress()
  if (error === 'key_mismatch') {
    return { ...failed('idempotency_mismatch', null), isReplay, isStored: false }
  }
  if (error === null) {
    return { error, details: null, result, isReplay, isStored, shopNames: row.shop_names }
  }
  return { ...failed(error, details), isReplay, isStored }
}

export function inProgress() {
  const retry = { retry_after_s: duplicateRetry_s }
  return {
    ...failed('idempotency_in_progress', retry),
    isReplay: false,
    isStored: false,
  }
}

function failed(error: ErrorCode, details: Row['details']) {
  return { error, details, result: null, shopNames: null }
}
