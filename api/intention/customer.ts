/** The customer's side of an intention (R8, D5). */

import type { Credential, Identity } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { Intention } from '#contract/intention.ts'
import type { Refusal } from '#contract/refusal.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { customersIntention, type IntentionRow, type Outcome, rowOf } from './intention.ts'

type Asked = Pick<Credential['customer'], 'company_id' | 'token_hash'> & { now: Date }
type Answer = { refused: Refusal | null; customer_id: string } & (IntentionRow | { id: null })

/**
 * What waits for the customer behind a token (R8.1), every ten seconds from every portal: the session and the intention
 * in one statement, many customers' in one batch. Throws `unauthenticated` or `company_unavailable`.
 */
export function intentionReader(
  database: Database,
  secret: Buffer,
): (asked: Asked) => Promise<Intention | undefined> {
  const read = batched<Asked, Answer>(flightsOf(database), (asked) =>
    rows<Answer>(
      database,
      sql`select case when session.customer_id is null then 'unauthenticated'
                      when company.blocked_at is not null or company.maintenance then 'company_unavailable'
                 end as refused,
                 intention.*
            from unnest(
                   ${asked.map((one) => one.company_id)}::uuid[],
                   ${asked.map((one) => one.token_hash)}::bytea[]
                 ) with ordinality as asked (company_id, token_hash, n)
            left join session
                   on session.company_id = asked.company_id
                  and session.token_hash = asked.token_hash
                  and session.expires_at > ${asked[0]!.now}
            left join company on company.company_id = session.company_id
            left join intention
                   on intention.company_id = session.company_id
                  and intention.customer_id = session.customer_id
                  and intention.status in ('PENDING', 'AUTHORIZED')
                  and intention.expires_at > ${asked[0]!.now}
           order by asked.n`,
    ),
  )
  return async (asked) => {
    const { refused, ...found } = await read(asked)
    if (refused) throw new Refused(refused)
    return found.id === null ? undefined : customersIntention(secret, found)
  }
}

type Caller = Pick<Identity['customer'], 'company_id' | 'customer_id'> & { now: Date }

/** How it went (D5: the portal says so), also when it is over. Throws `not_found`. */
export async function customerReads(
  database: Database,
  secret: Buffer,
  caller: Caller,
  id: string,
): Promise<Intention> {
  const known = await taken(database, caller, id)
  if (!known) throw new Refused('not_found')
  return customersIntention(secret, known)
}

async function taken(database: Database, { company_id, customer_id, now }: Caller, id: string) {
  return row<IntentionRow>(
    database,
    sql`select known.*
          from take_intention(${company_id}, ${id}, null, ${customer_id}, ${now}) known
         where known.company_id = ${company_id}`,
  )
}

/** The customer says yes: the till may take the points without a code. Throws `not_found` or `intention_over`. */
export async function confirm(
  database: Database,
  secret: Buffer,
  { company_id, customer_id, now }: Caller,
  id: string,
): Promise<Intention> {
  const outcome = await row<Outcome>(
    database,
    sql`select authorized.refusal, authorized.details, (authorized.intention).*
          from authorize_intention(${company_id}, ${customer_id}, ${id}, ${now}) authorized`,
  )
  return customersIntention(secret, rowOf(outcome!))
}

/** The customer says no, also after a yes: for ten minutes the shop may ask again once, for less (T6, D13). Throws `not_found` or `intention_over`. */
export async function decline(
  database: Database,
  { company_id, customer_id, now }: Caller,
  id: string,
): Promise<void> {
  const outcome = await row<Outcome>(
    database,
    sql`select ended.refusal, ended.details, (ended.intention).*
          from withdraw_intention(${company_id}, ${id}, null, ${customer_id}, ${now}) ended`,
  )
  rowOf(outcome!)
}
