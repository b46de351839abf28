/** The till's side of an intention (D5). */

import type { Credential, Identity } from '#api/http/caller.ts'
import { fingerprintOf } from '#api/http/idempotency.ts'
import { Refused } from '#api/http/refused.ts'
import { refusedSubsidiary, subsidiaryWarning } from '#api/partner/subsidiary.ts'
import type { IntentionCapture, IntentionOpening, TillIntention } from '#contract/intention.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { codeKey } from './code.ts'
import { type IntentionRow, type Outcome, rowOf, tillsIntention } from './intention.ts'

type Till = Credential['partner']
type Opening = { credential: Till; wish: IntentionOpening; now: Date }

/**
 * Holds a customer's points for a till: key, customer, limits, hold and intention in one statement, many tills' in one
 * batch; in the transaction of a key, where there is one. Throws the refusals of open_intention; then nothing is held.
 */
export function intentionOpener(
  database: Database,
): (opening: Opening, claim?: Database) => Promise<TillIntention> {
  const open = batched<Opening, Outcome & { unlisted_in: number | null }>(
    flightsOf(database),
    (openings, claim) =>
      rows(
        claim ?? database,
        sql`select opened.refusal, opened.details, (opened.intention).*, unlisted_in((opened.intention).company_id, 'intention', (opened.intention).id) as unlisted_in
            from open_intentions(
                   ${JSON.stringify(openings.map(wished))}, ${openings[0]!.now}, ${claim !== undefined}) opened
           order by opened.n`,
      ),
  )
  return async (opening, claim) => {
    const outcome = await open(opening, claim)
    const { company_id } = opening.credential
    if (outcome.refusal === 'unknown_subsidiary') {
      throw await refusedSubsidiary(claim ?? database, company_id, opening.wish.subsidiary_name)
    }
    const intention = tillsIntention(rowOf(outcome))
    return {
      ...intention,
      ...(await subsidiaryWarning(
        claim ?? database,
        company_id,
        intention.subsidiary_name,
        outcome.unlisted_in,
      )),
    }
  }
}

function wished({ credential, wish: { customer, ...wish } }: Opening) {
  const subsidiary_key = subsidiaryKey(wish.subsidiary_name)
  return {
    ...asks(credential),
    ...customer,
    ...wish,
    subsidiary_key,
    fingerprint: fingerprintOf('POST /partner/points/intention', null, {
      customer,
      ...wish,
      subsidiary_name: subsidiary_key,
    }).toString('hex'),
  }
}

type Capture = { credential: Till; id: string; capture: IntentionCapture; now: Date }

/**
 * Takes the points, all or fewer. As opening: one statement, batched, or in the transaction of a key. Throws the refusals
 * of capture_intention; a wrong code was counted all the same.
 */
export function intentionCapturer(
  database: Database,
  secret: Buffer,
): (capture: Capture, claim?: Database) => Promise<TillIntention> {
  const take = batched<Capture, Outcome>(flightsOf(database), (captures, claim) => {
    const asked = captures.map(({ credential, id, capture: { code, points_amount } }) => ({
      ...asks(credential),
      id,
      code,
      code_key: codeKey(secret, credential.company_id, id).toString('hex'),
      points_amount,
    }))
    return rows(
      claim ?? database,
      sql`select captured.refusal, captured.details, (captured.intention).*
            from capture_intentions(
                   ${JSON.stringify(asked)}, ${captures[0]!.now}, ${claim !== undefined}) captured
           order by captured.n`,
    )
  })
  return async (capture, claim) => tillsIntention(rowOf(await take(capture, claim)))
}

function asks({ company_id, key_hash, scope, address }: Till) {
  return { company_id, key_hash: key_hash.toString('hex'), scope, address }
}

type Caller = Identity['partner'] & { now: Date }

/** As it is now: one whose time is over ends here. Throws `not_found`, also for another till's. */
export async function tillReads(
  database: Database,
  { company_id, partner_key_id, now }: Caller,
  id: string,
): Promise<TillIntention> {
  const known = await row<IntentionRow>(
    database,
    sql`select known.*
          from take_intention(${company_id}, ${id}, ${partner_key_id}, null, ${now}) known
         where known.company_id = ${company_id}`,
  )
  if (!known) throw new Refused('not_found')
  return tillsIntention(known)
}

/** The till gives up. Throws `not_found` or `intention_over`. */
export async function cancel(
  database: Database,
  { company_id, partner_key_id, now }: Caller,
  id: string,
): Promise<void> {
  const outcome = await row<Outcome>(
    database,
    sql`select ended.refusal, ended.details, (ended.intention).*
          from withdraw_intention(${company_id}, ${id}, ${partner_key_id}, null, ${now}) ended`,
  )
  rowOf(outcome!)
}
