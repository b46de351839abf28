/**
 * Runs the schedule of a seed: clients act and faults occur for a while, then everything heals, the clients find out what they do not
 * know, the queues run empty, and the checks compare what everybody knows with the disk.
 */

import { wrongsOf } from './check/check.ts'
import { probeStreams } from './check/probe.ts'
import { waitingIn } from './check/waiting.ts'
import { noFaults } from './database/fault.ts'
import { leftOf } from './disk/account.ts'
import { openStage, type Running } from './stage/open-stage.ts'
import { newPlan } from './stage/plan.ts'
import { startActs, startFaults } from './stage/run-acts.ts'
import { withoutMachine } from './time/guard.ts'
import { Timeline } from './time/timeline.ts'

export type Played = {
  /** One sentence for each broken promise. */
  wrongs: string[]
  /** Cells of the coverage, with how often each was reached. */
  reached: Map<string, number>
  /** The hash of all events. The same seed has the same hash. */
  hash: string
  /** Events, and the virtual time that they took. */
  events: number
  virtual_ms: number
  /** The events as text, if they were asked for. */
  lines: string[]
}

/** More than a schedule needs: a longer one hangs. */
const events = 150_000
/** The longest time in which all promises must settle, in virtual ms. A portal's call takes up to 4 × 60 s and its waits. */
const settle_ms = 900_000
/** The longest time in which the queues must be empty: the waits of a webhook and of a job grow with its failures. */
const drain_ms = 7_200_000
/** ms between two looks at the queues. */
const look_ms = 500

export async function play(seed: number, isRecorded = false): Promise<Played> {
  const { stackTraceLimit } = Error
  // Each schedule makes some hundred errors, and nobody reads their stacks.
  if (!isRecorded) Error.stackTraceLimit = 0
  try {
    return await played(seed, isRecorded)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

async function played(seed: number, isRecorded: boolean): Promise<Played> {
  const timeline = new Timeline(seed, isRecorded)
  const wrongs: string[] = []
  const running = await withoutMachine(async () => {
    const stage = await openStage(timeline, newPlan(timeline.chance))
    wrongs.push(...(await runAll(stage)))
    return stage
  }).catch((error: unknown) => {
    wrongs.push(`the schedule has failed: ${(error as Error).stack ?? String(error)}`)
    return undefined
  })
  if (running) noteEnd(running)
  return {
    wrongs,
    reached: running?.reached ?? new Map<string, number>(),
    hash: timeline.trace.hash(),
    events: timeline.count,
    virtual_ms: timeline.now_ms,
    lines: timeline.trace.lines,
  }
}

/** What the clients know and what the accounts have is part of the hash. */
function noteEnd({ history, reached, server, timeline }: Running): void {
  for (const { verb, outcome, amount } of history.operations) {
    const cell = `${verb} · ${outcome.state === 'refused' ? outcome.code : outcome.state}`
    reached.set(cell, (reached.get(cell) ?? 0) + 1)
    timeline.trace.add(amount, cell)
  }
  for (const account of server.disk.accounts.values()) {
    timeline.trace.add(leftOf(account), 'points left')
    timeline.trace.add(account.sequence, 'records')
  }
}

async function runAll(running: Running): Promise<string[]> {
  const { timeline, plan, history } = running
  const acts = startActs(running)
  startFaults(running)
  const isOver = () => acts.isDone() && timeline.now_ms >= plan.span_ms
  await timeline.run(isOver, { ms: settle_ms, events })
  const hanging = history.running().map(({ verb, name }) => `${verb} ${name} never settles [hang]`)
  if (acts.errors.length + hanging.length > 0) return [...acts.errors, ...hanging]
  if (!isOver()) return ['the schedule does not end [hang]']

  heal(running)
  if (plan.parts.mails) replayDeadLetters(running)
  const resolving = resolve(running)
  await timeline.run(resolving.isDone, { ms: settle_ms, events })
  if (resolving.errors.length > 0) return resolving.errors
  if (!resolving.isDone()) return ['a repeat after the faults never settles [hang]']

  await timeline.run(
    sampled(timeline, () => waitingIn(running).length === 0),
    { ms: drain_ms, events },
  )
  const waiting = waitingIn(running).map((what) => `${what} stays after the faults`)
  if (waiting.length > 0) return waiting
  // The probe acts too, so the checks come first.
  return [...wrongsOf(running), ...(await probeStreams(running))]
}

/** Ends the faults. */
function heal({ server, network, receivers }: Running): void {
  server.faults = noFaults
  network.faults = 0
  receivers.faults = 0
}

/** The clients repeat what they do not know. */
function resolve({ timeline, clients }: Running): { isDone: () => boolean; errors: string[] } {
  const errors: string[] = []
  let open = clients.length
  // The dead nodes are back by then.
  timeline.after(6_000, 'resolve', () => {
    for (const client of clients) {
      client
        .resolve()
        .catch((error: unknown) => void errors.push(String((error as Error).stack)))
        .finally(() => {
          open -= 1
        })
    }
  })
  return { isDone: () => open === 0, errors }
}

/** An operator puts the dead letters back, now and then: a job may die after the faults, because its node died before. */
function replayDeadLetters(running: Running): void {
  const { timeline, network, server } = running
  timeline.after(30_000, 'operator', () => {
    const isDead = [...server.disk.jobs.values()].some(({ state }) => state === 'failed')
    if (isDead) void network.nodes.find((node) => node.isAlive())?.boss.replay()
    replayDeadLetters(running)
  })
}

/** Looks again after `look_ms` only, because a look costs more than an event. */
function sampled(timeline: Timeline, isDone: () => boolean): () => boolean {
  let next_ms = timeline.now_ms
  return () => {
    if (timeline.now_ms < next_ms) return false
    next_ms = timeline.now_ms + look_ms
    return isDone()
  }
}
