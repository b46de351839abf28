/** The devices of a customer that get notices by Web Push (D21). */

import type { Context } from '#api/context/context.ts'
import { newSessionRef } from '#api/credential/member-code-key.ts'
import { ApiError } from '#api/http/api-error.ts'
import { isAllowedAddress } from '#api/webhook/post.ts'
import type { PushSubscription } from '#contract/notification.ts'
import { postUrlMessage } from '#contract/value/text.ts'
import { companyIds, purgeBatch } from '#database/purge/purge-by-company.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { isPushService } from './push-service.ts'

/** Maximum devices of one customer. A further device replaces the oldest. */
const maxSubscriptions = 10

const lowestId = '00000000-0000-0000-0000-000000000000'

type Caller = { company_id: string; customer_id: string; token_hash: Buffer; now: Date }

/**
 * Subscribes the device of this session. Throws `not_implemented` if the server has no VAPID key, `validation` for an address
 * of no push service, and `unauthenticated` for an erased customer.
 */
export async function subscribe(
  { database, push }: Pick<Context, 'database' | 'push'>,
  { company_id, customer_id, token_hash, now }: Caller,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  if (!push) throw new ApiError('not_implemented')
  const isAllowed = push.allow_private || isPushService(endpoint)
  if (!isAllowed || !isAllowedAddress(endpoint, push.allow_private)) {
    throw new ApiError('validation', { fields: { endpoint: [postUrlMessage] } })
  }
  const subscribed = await row(
    database,
    sql`select where subscribe(
                 p_company_id => ${company_id},
                 p_customer_id => ${customer_id},
                 p_token_hash => ${token_hash},
                 p_new_ref => ${newSessionRef()},
                 p_endpoint => ${endpoint},
                 p_p256dh => ${Buffer.from(keys.p256dh, 'base64url')},
                 p_auth => ${Buffer.from(keys.auth, 'base64url')},
                 p_max => ${maxSubscriptions},
                 p_now => ${now})`,
  )
  if (!subscribed) throw new ApiError('unauthenticated')
}

/** Ends the pushes to the device of this session. */
export async function unsubscribe(
  database: Database,
  { company_id, customer_id, token_hash }: Caller,
): Promise<void> {
  await rows(
    database,
    sql`delete from push_subscription
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and session_ref = stored_session_ref(${company_id}, ${token_hash})`,
  )
}

export async function hasSubscription(
  database: Database,
  { company_id, customer_id, token_hash, now }: Caller,
): Promise<boolean> {
  const found = await row(
    database,
    sql`select
          from subscriptions_of(${company_id}, ${customer_id}, ${now}) one
         where one.session_ref = stored_session_ref(${company_id}, ${token_hash})`,
  )
  return found !== undefined
}

/** Deletes subscriptions whose session has ended. Reads them by pages, because most of them live. */
export async function purgeSubscriptions(database: Database, now: Date): Promise<void> {
  for (const company_id of await companyIds(database)) {
    for (let after = lowestId; ;) {
      const page = await rows<{ id: string }>(
        database,
        sql`select id
              from push_subscription
             where company_id = ${company_id} and id > ${after}
             order by id
             limit ${purgeBatch}`,
      )
      await rows(
        database,
        sql`delete from push_subscription
             where company_id = ${company_id}
               and id = any (${page.map(({ id }) => id)}::uuid[])
               and not exists (
                   select
                     from customer_of_session_ref(${company_id}, push_subscription.session_ref, ${now}) session
                    where session.customer_id = push_subscription.customer_id)`,
      )
      if (page.length < purgeBatch) break
      after = page.at(-1)!.id
    }
  }
}
