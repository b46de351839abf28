/** Single calls under an error of the database: how often the API retries, what it answers, and what it leaves behind. */

import type pg from 'pg'

import type { ProofDatabase } from '../node/node.ts'
import type { Traffic } from '../traffic/attempt.ts'
import { Unknown } from '../traffic/client.ts'
import { byCaller } from '../traffic/earlier.ts'
import { changedTables, fingerprint } from '../traffic/fingerprint.ts'
import { type Call, readJournal } from '../traffic/journal.ts'
import { clientsOf } from '../traffic/load.ts'
import type { Random } from '../traffic/random.ts'
import {
  endError,
  forceError,
  type Place,
  placesOf,
  type RaisedCode,
  raisedCodes,
} from './trigger.ts'

/** Retries of a call, after which it is answered 503. */
const maxRetries = 5
/** How often an error is raised: fewer times than retries, more, and as long as the call is tried. */
const timesOf = [1, 2, 4, 8, 1_000_000]

export type Forced = { wrongs: string[]; reached: string[] }

/** Forces an error on each of the next `count` calls that write, one after the other. */
export async function forceErrors(
  { sealed }: Pick<ProofDatabase, 'sealed'>,
  owner: pg.Client,
  traffic: Traffic,
  { random, count }: { random: Random; count: number },
): Promise<Forced> {
  const forced: Forced = { wrongs: [], reached: [] }
  const { database } = sealed
  const { company_id } = traffic.shop
  const around: Traffic['around'] = async (call, attempt) => {
    const error = {
      place: random.pick(placesOf[call.verb]),
      code: random.pick(raisedCodes),
      times: random.pick(timesOf),
    }
    const before = await fingerprint(database, company_id)
    await forceError(owner, error)
    const answer = await attempt()
    const raised = await endError(owner)
    // The call was refused, or had nothing to write there.
    if (raised === 0) return answer ?? attempt()
    const outcome = answer ? 'answered after retries' : '503'
    forced.reached.push(`${error.code} · ${outcome}`, `${call.verb} · ${outcome}`)
    const changed = answer ? [] : changedTables(before, await fingerprint(database, company_id))
    const later = answer ?? (await attempt())
    const retries = answer ? raised : raised - 1
    forced.wrongs.push(...wrongsOf(call, error, { retries, changed, isAnswered: Boolean(later) }))
    return later
  }
  const earlier = byCaller(await readJournal(traffic.journal.path))
  const actors = clientsOf({ ...traffic, around }, random.integer(0, 1_000_000_000), earlier)
  // Two facts of `reached` for each forced error.
  while (forced.reached.length < 2 * count) {
    await random
      .pick(actors)()
      .catch((error: unknown) => {
        // The wrong is noted, and the call is resolved at the end of the chunk.
        if (!(error instanceof Unknown)) throw error
      })
  }
  return forced
}

function wrongsOf(
  { verb, method, path }: Call,
  { place, code, times }: { place: Place; code: RaisedCode; times: number },
  { retries, changed, isAnswered }: { retries: number; changed: string[]; isAnswered: boolean },
): string[] {
  const what = `${verb} (${method} ${path}), error ${code} at ${place} ${times} times:`
  return [
    ...(retries > maxRetries ? [`${what} ${retries} retries`] : []),
    ...(changed.length > 0 ? [`${what} a 503 changed ${changed.join(', ')}`] : []),
    ...(isAnswered ? [] : [`${what} no answer without the error`]),
  ]
}
