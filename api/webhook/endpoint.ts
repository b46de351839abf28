/** A company's webhook endpoints and their signing secrets. */

import { ApiError } from '#api/http/api-error.ts'
import type { WebhookEndpointView } from '#contract/console/webhook-delivery.ts'
import type { WebhookFile } from '#contract/webhook.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { newSecret, writtenSecret } from './signature.ts'

/** How long an older secret signs beside the newest, so that the receiver can be changed without a gap. */
const overlapHours = 24

/**
 * Applies the endpoints of the company's file. An endpoint with an unchanged URL keeps its secrets and log. One that answered 410 and was
 * removed from the file is enabled when it is named again.
 */
export async function applyWebhooks(
  connection: Database,
  company_id: string,
  webhooks: WebhookFile[],
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update webhook_endpoint
           set removed_at = ${now}
         where company_id = ${company_id}
           and removed_at is null
           and url <> all (${webhooks.map(({ url }) => url)})`,
  )
  for (const { url, types } of webhooks) {
    // A new endpoint gets a secret that is never shown. It signs until `npm run webhook -- secret` creates and shows another.
    const endpoint = await row<{ id: string }>(
      connection,
      sql`insert into webhook_endpoint (company_id, url, types, created_at)
          values (${company_id}, ${url}, ${types}, ${now})
          on conflict (company_id, url) do update
             set types = excluded.types,
                 removed_at = null,
                 disabled_at = case when webhook_endpoint.removed_at is null then webhook_endpoint.disabled_at end
          returning id`,
    )
    await rows(
      connection,
      sql`insert into webhook_secret (company_id, endpoint_id, secret, created_at, expires_at)
          select ${company_id}, ${endpoint!.id}, ${newSecret()}, ${now}, 'infinity'
           where not exists (
                   select from webhook_secret
                    where webhook_secret.company_id = ${company_id}
                      and webhook_secret.endpoint_id = ${endpoint!.id})`,
    )
  }
}

/**
 * Creates a secret for an endpoint and returns it, once. Older secrets sign for another day. Throws an Error of one sentence
 * for an unknown endpoint, or when the company has several and none is named.
 */
export async function replaceSecret(
  database: Database,
  company_id: string,
  url: string | undefined,
  now: Date,
): Promise<NamedEndpoint & MadeSecret> {
  return transaction(database, async (connection) => {
    const endpoint = await endpointNamed(connection, company_id, url)
    return { ...endpoint, ...(await makeSecret(connection, company_id, endpoint.id, now)) }
  })
}

/** `replaced_at`: when the newest secret so far was made. */
type MadeSecret = { secret: string; replaced_at: string | null }

/** The same for an endpoint that exists, within the caller's transaction. */
export async function makeSecret(
  connection: Database,
  company_id: string,
  endpoint_id: string,
  now: Date,
): Promise<MadeSecret> {
  const secret = newSecret()
  const until = new Date(now.getTime() + overlapHours * 3_600_000)
  const replaced = await rows<{ created_at: string }>(
    connection,
    sql`update webhook_secret
           set expires_at = least(expires_at, ${until})
         where company_id = ${company_id} and endpoint_id = ${endpoint_id}
        returning created_at`,
  )
  await rows(
    connection,
    sql`insert into webhook_secret (company_id, endpoint_id, secret, created_at, expires_at)
        values (${company_id}, ${endpoint_id}, ${secret}, ${now}, 'infinity')`,
  )
  const replaced_at =
    replaced
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? null
  return { secret: writtenSecret(secret), replaced_at }
}

/** Enables an endpoint that answered 410, and sends its waiting messages. */
export async function enableEndpoint(
  connection: Database,
  company_id: string,
  endpoint_id: string,
): Promise<void> {
  await rows(
    connection,
    sql`update webhook_endpoint
           set disabled_at = null
         where company_id = ${company_id} and id = ${endpoint_id}`,
  )
}

type NamedEndpoint = { id: string; url: string; disabled_at: string | null }

/** The endpoint of a command. Throws as `replaceSecret` does. */
export async function endpointNamed(
  database: Database,
  company_id: string,
  url: string | undefined,
): Promise<NamedEndpoint> {
  const live = await rows<NamedEndpoint>(
    database,
    sql`select id, url, disabled_at
          from webhook_endpoint
         where company_id = ${company_id} and removed_at is null
         order by id`,
  )
  const matches = url === undefined ? live : live.filter((endpoint) => endpoint.url === url)
  if (matches.length === 1) return matches[0]!
  throw new Error(
    live.length === 0
      ? 'The company has no webhooks: name them in its company.yaml and apply it.'
      : `Name one of its endpoints: ${live.map(({ url }) => url).join(' ')}`,
  )
}

/** The company's endpoints, or the one with this id. Those that its file no longer names are left out. */
export async function endpoints(
  database: Database,
  company_id: string,
  id: string | null = null,
): Promise<WebhookEndpointView[]> {
  return rows(
    database,
    sql`select id, url, types, disabled_at, coalesce(delivered, 0) as delivered, coalesce(waiting, 0) as waiting,
               coalesce(given_up, 0) as given_up
          from webhook_endpoint
          left join (
               select endpoint_id,
                      count(delivered_at) as delivered,
                      count(due_at) as waiting,
                      count(*) filter (where delivered_at is null and due_at is null) as given_up
                 from webhook_delivery
                where webhook_delivery.company_id = ${company_id}
                group by endpoint_id) counted
            on counted.endpoint_id = webhook_endpoint.id
         where company_id = ${company_id}
           and removed_at is null
           and (${id}::uuid is null or id = ${id})
         order by id`,
  )
}

/**
 * Locks an endpoint until the transaction ends, and returns it. Throws `not_found`. The lock keeps the state that the caller checks:
 * a removal or another switch of the endpoint waits.
 */
export async function lockEndpoint(
  connection: Database,
  company_id: string,
  id: string,
): Promise<{ url: string; disabled_at: string | null }> {
  const found = await row<{ url: string; disabled_at: string | null }>(
    connection,
    sql`select url, disabled_at
          from webhook_endpoint
         where company_id = ${company_id}
           and id = ${id}
           and removed_at is null
           for no key update`,
  )
  if (!found) throw new ApiError('not_found')
  return found
}

export type LoggedAttempt = {
  attempted_at: string
  url: string
  event_id: string
  type: string
  status: number | null
  failure: string | null
  duration_ms: number
}

/** Recent attempts, newest first. */
export async function attempts(
  database: Database,
  company_id: string,
  most: number,
): Promise<LoggedAttempt[]> {
  return rows(
    database,
    sql`select attempted_at, url, event_id, type, status, failure, duration_ms
          from webhook_attempt
          join webhook_endpoint
            on webhook_endpoint.company_id = webhook_attempt.company_id
           and webhook_endpoint.id = endpoint_id
          join webhook_event
            on webhook_event.company_id = webhook_attempt.company_id
           and webhook_event.id = event_id
         where webhook_attempt.company_id = ${company_id}
         order by webhook_attempt.id desc
         limit ${most}`,
  )
}

/** Sends one event again, or all events since an instant. Returns the number of deliveries. */
export async function replay(
  database: Database,
  company_id: string,
  { event_id = null, since = null }: { event_id?: string | null; since?: Date | null },
  now: Date,
): Promise<number> {
  const { count } = (await row<{ count: number }>(
    database,
    sql`select replay_events(${company_id}, ${event_id}, ${since}, ${now}) as count`,
  ))!
  return count
}
