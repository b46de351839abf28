/** The entry to the engine: collects commands in batches and returns their outcomes. */

import type { ErrorCode } from '#contract/error.ts'
import { batchSchedulerOf } from '#database/batch-scheduler.ts'
import { batched } from '#database/batch.ts'
import type { Io } from '#database/io.ts'
import { type Database, LockNotGiven } from '#database/sql.ts'

import { type Command, duplicateId, subjectOf } from './command.ts'
import { createTurns } from './idempotency/duplicate.ts'
import type { Outcome, ResultOf } from './result.ts'
import {
  applied,
  changesOf,
  duplicateWait_ms,
  inProgress,
  type Member,
  outcomeOf,
  runBatch,
} from './run-batch.ts'
import { type Changes, createNotifier } from './write/notify.ts'

export type Engine = {
  /**
   * Carries a command out for a company, once. When it resolves, either all effects are committed or the command was refused
   * and moved no points. Rejects when the database is away or did not answer in time: the outcome is then unknown.
   */
  apply: <Given extends Command>(
    company_id: string,
    command: Given,
    now: Date,
  ) => Promise<Outcome<ResultOf<Given['verb']>>>
  /**
   * The engine within the caller's transaction, as `applyWithin`. `notify` tells the open pages what the commands changed: call it
   * after the commit.
   */
  within: (connection: Database) => { engine: Pick<Engine, 'apply'>; notify: () => void }
}

/** Is called for each batch and each command of one engine. */
export type EngineObserver = {
  batch: (members: number, duration_ms: number) => void
  /** `unknown`: the database did not answer, so the command may have been carried out. */
  command: (verb: Command['verb'], outcome: 'ok' | ErrorCode | 'unknown') => void
}

export function createEngine({ database, clock, random }: Io, observer?: EngineObserver): Engine {
  const run = { database, clock, notify: createNotifier(database, clock), onBatch: observer?.batch }
  const answer = batched<Member, Outcome<unknown>>(
    batchSchedulerOf(database, clock),
    (members) => runBatch(run, members),
    {
      laneOf: ({ company_id }) => company_id,
      subjectOf: ({ command }) => subjectOf(command),
      clock,
      random,
    },
  )
  const inTurn = createTurns(clock, duplicateWait_ms)

  async function apply(company_id: string, command: Command, now: Date): Promise<Outcome<unknown>> {
    const member = { company_id, command, now, began_ms: clock.elapsed_ms() }
    const id = duplicateId(company_id, command)
    if (id === undefined) return answer(member)
    return inTurn(id, () => answer(member), inProgress)
  }

  async function observed(company_id: string, command: Command, now: Date) {
    try {
      const outcome = await apply(company_id, command, now)
      observer?.command(command.verb, outcome.error ?? 'ok')
      return outcome
    } catch (error) {
      observer?.command(command.verb, 'unknown')
      throw error
    }
  }

  function within(connection: Database) {
    const changes: Changes[] = []
    async function applyOne(company_id: string, command: Command, now: Date) {
      const { outcome, changes: changed } = await appliedWithin(
        connection,
        company_id,
        command,
        now,
      )
      changes.push(changed)
      observer?.command(command.verb, outcome.error ?? 'ok')
      return outcome
    }
    return {
      engine: { apply: applyOne as Engine['apply'] },
      notify: () => changes.forEach((one) => run.notify(one)),
    }
  }
  return { apply: observed as Engine['apply'], within }
}

/** How one command of a call ended. 'busy' and 'later': nothing happened, and the command may be sent again. */
export type Applied<Result> =
  | { error: null; result: Result }
  | { error: ErrorCode | 'busy' | 'later'; result: null }

/**
 * Applies commands of one company in the caller's transaction, in their order. A command whose customer another transaction has
 * locked is busy, and so no lock is waited for. Notifies no streams.
 */
export async function applyEach<Given extends Command>(
  connection: Database,
  company_id: string,
  commands: Given[],
  now: Date,
): Promise<Applied<ResultOf<Given['verb']>>[]> {
  const members = commands.map((command) => ({ company_id, command, now, began_ms: 0 }))
  const found = await applied(connection, [{ company_id, members, now }])
  const inOrder = found.toSorted((one, other) => one.n - other.n)
  return inOrder.map(({ error, result }) => ({ error, result })) as Applied<
    ResultOf<Given['verb']>
  >[]
}

/**
 * Applies a command in the caller's transaction, which must have locked the customer's balance, so that no row is busy. Unlike
 * `apply`, this function notifies no streams. For a command without an idempotency key, which could be busy. Throws `LockNotGiven`,
 * which the API answers by 503 with a Retry-After, if another transaction has written the command's external_id meanwhile.
 */
export async function applyWithin<Given extends Command>(
  connection: Database,
  company_id: string,
  command: Given,
  now: Date,
): Promise<Outcome<ResultOf<Given['verb']>>> {
  const { outcome } = await appliedWithin(connection, company_id, command, now)
  return outcome as Outcome<ResultOf<Given['verb']>>
}

/** The outcome of a command within a transaction, and the customers whose open pages are told after the commit. */
async function appliedWithin(
  connection: Database,
  company_id: string,
  command: Command,
  now: Date,
): Promise<{ outcome: Outcome<unknown>; changes: Changes }> {
  const call = { company_id, members: [{ company_id, command, now, began_ms: 0 }], now }
  const found = await applied(connection, [call])
  const outcome = outcomeOf(found[0]!, 0)
  if (outcome.error === 'busy' || outcome.error === 'later') throw new LockNotGiven()
  return { outcome: outcome as Outcome<unknown>, changes: changesOf(found, [call]) }
}
