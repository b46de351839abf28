/** The customer's side of an intention (R8, D5). */

import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Credential, Identity } from '#api/http/caller.ts'
import { resultOf } from '#api/http/outcome.ts'
import type { KeyedCall } from '#api/http/route.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { Intention } from '#contract/intention.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { batchSchedulerOf } from '#database/batch-scheduler.ts'
import { batched } from '#database/batch.ts'
import { type Io, systemIo } from '#database/io.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'
import type { IntentionResult } from '#engine/result.ts'

import { customersIntention, tillsIntention } from './intention.ts'

type Reader = Pick<Credential['customer'], 'company_id' | 'token_hash'> & { now: Date }
type Answer = { refused: ErrorCode | null } & (IntentionResult | { id: null })

/**
 * The open intention of a token's customer (R8.1), which every portal polls every 10 s. One statement reads session and
 * intention, for many customers in a batch. Throws `unauthenticated` or `company_unavailable`.
 */
export function intentionReader(
  database: Database,
  secret: ServerSecret,
  { clock, random }: Pick<Io, 'clock' | 'random'> = systemIo(database),
): (reader: Reader) => Promise<Intention | undefined> {
  const read = batched<Reader, Answer>(
    batchSchedulerOf(database, clock),
    (readers) =>
      rows<Answer>(
        database,
        sql`select case when session.customer_id is null then 'unauthenticated'
                      when not is_open then 'company_unavailable'
                 end as refused,
                 intention.*
            from unnest(
                   ${readers.map((one) => one.company_id)}::uuid[],
                   ${readers.map((one) => one.token_hash)}::bytea[],
                   ${readers.map((one) => one.now)}::timestamptz[]
                 ) with ordinality as readers (company_id, token_hash, now, n)
            left join session_of(readers.company_id, readers.token_hash, readers.now) session on true
            left join is_open(readers.company_id) is_open on true
            left join awaited_intention(readers.company_id, session.customer_id, readers.now) intention on true
           order by readers.n`,
      ),
    { clock, random },
  )
  return async (reader) => {
    const { refused, ...found } = await read(reader)
    if (refused) throw new ApiError(refused)
    return found.id === null ? undefined : customersIntention(secret, found)
  }
}

type Caller = Pick<Identity['customer'], 'company_id' | 'customer_id'> & { now: Date }

/** An intention, open or ended (D5: the portal shows the outcome). Throws `not_found`. */
export async function customerReads(
  database: Database,
  secret: ServerSecret,
  { company_id, customer_id, now }: Caller,
  id: string,
): Promise<Intention> {
  const stored = await row<{ intention: IntentionResult }>(
    database,
    sql`select intention_result(intention_of(company_id, id), ${now}) as intention
          from intention
         where company_id = ${company_id}
           and id = ${id}
           and customer_id = ${customer_id}`,
  )
  if (!stored) throw new ApiError('not_found')
  return customersIntention(secret, stored.intention)
}

type Deciding = Caller & Pick<KeyedCall, 'header'>

/** The customer confirms: the till may capture without a code. Throws `not_found` or `intention_over`. */
export async function confirm(
  { engine, secret }: Pick<Context, 'engine' | 'secret'>,
  { company_id, customer_id, now, header }: Deciding,
  id: string,
): Promise<Intention> {
  const command = { verb: 'confirm', caller_id: customer_id, intention_id: id } as const
  const outcome = await engine.apply(company_id, command, now)
  return customersIntention(secret, resultOf(outcome, { header }))
}

/**
 * The customer declines, also after a confirmation. For 10 minutes the shop may ask once more, for fewer points (T6, D13).
 * Throws `not_found` or `intention_over`.
 */
export async function decline(
  { engine }: Pick<Context, 'engine'>,
  { company_id, customer_id, now, header }: Deciding,
  id: string,
): Promise<void> {
  const command = { verb: 'decline', caller_id: customer_id, intention_id: id } as const
  resultOf(await engine.apply(company_id, command, now), { header })
}

/** At most `limit` of the customer's intentions before an id, newest first, for the person's export. */
export async function intentionRecords(
  database: Database,
  { company_id, customer_id, now }: Caller,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<CustomerData['intentions']> {
  const found = await rows<{ intention: IntentionResult }>(
    database,
    sql`select intention_result(intention_of(${company_id}, asked.id), ${now}) as intention
          from (select id
                  from intention
                 where company_id = ${company_id}
                   and customer_id = ${customer_id}
                   and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
                 order by id desc
                 limit ${limit}) asked
         order by asked.id desc`,
  )
  return found.map(({ intention }) => tillsIntention(intention))
}
