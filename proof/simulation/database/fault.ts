/** The faults of a schedule, and how often each occurs. A schedule has a few of them, so that each is also seen alone. */

import pg from 'pg'

import type { Chance } from '../time/chance.ts'

/** How a statement ends. 'lost' and 'silent' say whether the statement was carried out before its answer was lost. */
export type Fate =
  | 'ok'
  | 'slow'
  | 'refused'
  | 'lost before'
  | 'lost after'
  | 'silent before'
  | 'silent after'
  | 'serialisation'
  | 'deadlock'
  | 'lock timeout'
  | 'disk full'

export const fates: Exclude<Fate, 'ok'>[] = [
  'slow',
  'refused',
  'lost before',
  'lost after',
  'silent before',
  'silent after',
  'serialisation',
  'deadlock',
  'lock timeout',
  'disk full',
]

export type Faults = {
  /** The fates that occur, and the probability of each statement to have one of them. */
  statements: { rate: number; fates: Exclude<Fate, 'ok'>[] }
  /** The probability of each request, post and mail to meet a fault of the network. */
  network: number
  /** The probability that a receiver of webhooks, or the mail server, fails or says no. */
  receivers: number
  /** How often a node is killed, and the database. */
  kills: number
  databaseKills: number
  /** How often all connections of LISTEN are cut. */
  cuts: number
  /** The probability that a device has no room for a sale. */
  fullDevices: number
}

export const noFaults: Faults = {
  statements: { rate: 0, fates: [] },
  network: 0,
  receivers: 0,
  kills: 0,
  databaseKills: 0,
  cuts: 0,
  fullDevices: 0,
}

export function newFaults(chance: Chance): Faults {
  const some = (of: number) => (chance.is(0.5) ? of : 0)
  return {
    statements: {
      rate: chance.is(0.7) ? chance.one([0.01, 0.05, 0.2]) : 0,
      fates: fates.filter(() => chance.is(0.4)),
    },
    network: chance.is(0.6) ? chance.one([0.03, 0.15, 0.4]) : 0,
    receivers: some(chance.one([0.1, 0.5])),
    kills: some(1 + chance.below(3)),
    databaseKills: chance.is(0.2) ? 1 : 0,
    cuts: some(1 + chance.below(2)),
    fullDevices: some(0.2),
  }
}

export function fateOf(chance: Chance, { statements: { rate, fates: possible } }: Faults): Fate {
  if (rate === 0 || possible.length === 0 || !chance.is(rate)) return 'ok'
  return chance.one(possible)
}

const codes: Partial<Record<Fate, [code: string, message: string]>> = {
  serialisation: ['40001', 'could not serialize access due to concurrent update'],
  deadlock: ['40P01', 'deadlock detected'],
  'lock timeout': ['55P03', 'canceling statement due to lock timeout'],
  'disk full': ['53100', 'could not extend file: No space left on device'],
}

/** The error with which PostgreSQL refuses a statement of this fate, before it has an effect. */
export function refusalOf(fate: Fate): Error | undefined {
  const [code, message] = codes[fate] ?? []
  return code === undefined ? undefined : databaseError(code, message!)
}

export function databaseError(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

export const lostConnection = () => new Error('Connection terminated unexpectedly')
export const noAnswer = () => new Error('Query read timeout')
export const refusedConnection = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
