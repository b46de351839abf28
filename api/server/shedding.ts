/**
 * Sheds load (T20). An overloaded process refuses calls with 503, in the order of the contract's `shed`, so that sales in
 * progress are answered.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ApiError } from '#api/http/api-error.ts'
import type { Shed } from '#contract/endpoints/endpoint.ts'

import { delayRefusals } from './refusal-delay.ts'
import { standingQueue } from './standing-queue.ts'
import { turnstile } from './turnstile.ts'

/** The load of this process. */
export type Pressure = {
  /** How late timers fire. */
  eventLoopDelay_ms: number
  /**
   * Calls that wait for their answers, without a burst: sales, polls and lists. Sign-ins wait for a processor of their own (password.ts),
   * bulk calls for places of their own.
   */
  queueLength: number
}

export type SheddingOptions = {
  /** Returns the load that decides what is shed. `queueLength`: as in Pressure. */
  readPressure?: (queueLength: number) => Pressure
  /** The longest wait of a list or login for a free place. Then it is shed. A bulk call waits twice as long. */
  maxWait_ms?: number
  /** The longest delay of a shed call's 503 while no other is delayed (refusal-delay.ts). It slows a client that retries at once. */
  hold_ms?: number
  /** From 0 to 1. */
  random?: () => number
  /** The clock that tells a burst from a standing queue, in ms. It never goes back. */
  now_ms?: () => number
}

type Sheddable = Exclude<Shed, 'never'>
/**
 * Below the first figure no call is refused, above the second every call. Between them the share of
 * refused calls rises.
 */
type Ramp = [from: number, to: number]
type Rule = {
  queueLength: Ramp
  eventLoopDelay_ms: Ramp
  /** A random time between the two, so that clients do not retry in step. */
  retryAfter_s: [number, number]
}

/**
 * A class of calls is always refused at least as often as the next one. The ramps of polls and lists overlap
 * because polls are cheap. Refusing all polls before the first list would lose more answers than it saves.
 * Polls repeat every 10 s anyway, so an earlier retry would only add load. The console repeats a part of an import after at most 10 s.
 */
const rules: Record<Sheddable, Rule> = {
  bulk: { queueLength: [80, 170], eventLoopDelay_ms: [150, 300], retryAfter_s: [5, 10] },
  poll: { queueLength: [80, 170], eventLoopDelay_ms: [150, 300], retryAfter_s: [5, 10] },
  list: { queueLength: [100, 190], eventLoopDelay_ms: [200, 400], retryAfter_s: [2, 5] },
  login: { queueLength: [200, 400], eventLoopDelay_ms: [400, 1_000], retryAfter_s: [3, 8] },
}

/**
 * Calls in progress that are not refused if they are a burst (standing-queue.ts): 10,000 phones send them while PostgreSQL pauses for
 * 0.25 s. 330 polls, from which on some are refused at once, are answered in about 0.1 s.
 */
const burst = 250

/** Maximum logins in progress. Each takes about 20 ms of a core for hashes. A machine with two cores has one such core. */
const maxLogins = 100

/**
 * The share of the pool's connections that lists may use; logins and bulk calls each as much again. Logins are limited because they
 * wait for each other's rows of `attempt`, bulk calls because each holds a connection for up to 4 s, and the closing of a month two for
 * up to 17 s. Batches may use 50 % (batch-scheduler.ts). The remaining 20 % are for keyed calls, polls, the listener and the second
 * connection of a closing.
 */
const share = 0.1

/** The multiple of `maxWait_ms` that a call waits for its place: two parts of imports, of 4 s each, may be ahead of one. */
const patience = { bulk: 2, list: 1, login: 1 }

/** The error of a shed call. */
class Overloaded extends ApiError {
  readonly shed: Sheddable

  constructor(shed: Sheddable) {
    const [min, max] = rules[shed].retryAfter_s
    super('unavailable', { retry_after_s: Math.round(min + Math.random() * (max - min)) })
    this.shed = shed
  }

  override get reason(): string {
    return `${this.shed} shed`
  }
}

export type Shedding = {
  /** The first hook of a call's route. */
  admit: (
    shed: Shed,
  ) => (request: FastifyRequest, reply: FastifyReply, done: (e?: Error) => void) => void
  /** Whether a call of this class would be refused now. Random while the load is on the ramp. */
  isShedding: (shed: Sheddable) => boolean
  /** The calls in progress now, and the calls refused since the start. */
  load: () => { inProgress: Record<Shed, number>; refused: Record<Sheddable, number> }
}

/** Sheds the calls of `app`, whose pool has `poolSize` connections. */
export function shed(
  app: FastifyInstance,
  poolSize: number,
  {
    readPressure = (queueLength) => ({ queueLength, eventLoopDelay_ms: 0 }),
    maxWait_ms = 5_000,
    hold_ms = 1_000,
    random = Math.random,
    now_ms = () => performance.now(),
  }: SheddingOptions = {},
): Shedding {
  const inProgress: Record<Shed, number> = { bulk: 0, poll: 0, list: 0, login: 0, never: 0 }
  const refused: Record<Sheddable, number> = { bulk: 0, poll: 0, list: 0, login: 0 }
  const answerLater = delayRefusals(hold_ms)
  const places = Math.max(1, Math.floor(poolSize * share))
  const turnstiles = {
    bulk: turnstile(places),
    list: turnstile(places),
    login: turnstile(places),
  }
  const queueLength = standingQueue(burst, now_ms)
  app.decorateRequest('leave', null)
  // Free the place before the answer is sent. Otherwise a client that reads slowly would hold it.
  app.addHook('onSend', async (request) => request.leave?.())

  function isShedding(shed: Sheddable): boolean {
    if (shed === 'login' && inProgress.login >= maxLogins) return true
    const { poll, list, never } = inProgress
    return random() < refusedShare(rules[shed], readPressure(queueLength(poll + list + never)))
  }

  /** Counts a call until it leaves: once it has its answer, is an open stream, or its connection has closed. */
  function enter(shed: Shed, request: FastifyRequest, reply: FastifyReply): void {
    inProgress[shed] += 1
    addLeave(request, reply, () => (inProgress[shed] -= 1))
  }

  function refuse(shed: Sheddable): Overloaded {
    refused[shed] += 1
    return new Overloaded(shed)
  }

  function admit(shed: Shed): ReturnType<Shedding['admit']> {
    return (request, reply, done) => {
      if (shed !== 'never' && isShedding(shed)) {
        const overloaded = refuse(shed)
        answerLater(() => done(overloaded))
        return
      }
      enter(shed, request, reply)
      if (shed === 'poll' || shed === 'never') {
        done()
        return
      }
      let hasWaited = false
      const waiting = setTimeout(() => {
        hasWaited = true
        done(refuse(shed))
      }, maxWait_ms * patience[shed])
      turnstiles[shed]((leave) => {
        clearTimeout(waiting)
        if (hasWaited) {
          leave()
          return
        }
        addLeave(request, reply, leave)
        // A closed connection needs no answer, so do no work for it.
        done(reply.raw.closed ? new Overloaded(shed) : undefined)
      })
    }
  }

  return { admit, isShedding, load: () => ({ inProgress, refused }) }
}

function refusedShare(rule: Rule, { queueLength, eventLoopDelay_ms }: Pressure): number {
  return Math.max(
    shareOf(rule.queueLength, queueLength),
    shareOf(rule.eventLoopDelay_ms, eventLoopDelay_ms),
  )
}

function shareOf([from, to]: Ramp, figure: number): number {
  return (figure - from) / (to - from)
}

/** Runs `leave` once, when the request leaves: at once if its connection has already closed. */
function addLeave(request: FastifyRequest, reply: FastifyReply, leave: () => void): void {
  if (reply.raw.closed) {
    leave()
    return
  }
  const earlier = request.leave
  let hasLeft = false
  const leaveOnce = () => {
    if (hasLeft) return
    hasLeft = true
    earlier?.()
    leave()
  }
  request.leave = leaveOnce
  reply.raw.once('close', leaveOnce)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Frees the places that the call holds. */
    leave: (() => void) | null
  }
}
