/** The deliveries to one endpoint, and the replay of one of them (D3). */

import { ApiError } from '#api/http/api-error.ts'
import type {
  WebhookDeliveryPage,
  WebhookDeliveryView,
} from '#contract/console/webhook-delivery.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { endpoints } from './endpoint.ts'

/** Attempts that are shown of a delivery. */
const shownAttempts = 10

/**
 * Deliveries to an endpoint, newest event first. Event ids are in the order of time, so the primary key is read backwards: a
 * company has few endpoints. Throws `not_found` for an unknown endpoint.
 */
export async function deliveriesTo(
  database: Database,
  company_id: string,
  endpoint_id: string,
  { state, before, per_page }: WebhookDeliveryPage,
): Promise<WebhookDeliveryView[]> {
  const [endpoint] = await endpoints(database, company_id, endpoint_id)
  if (!endpoint) throw new ApiError('not_found')
  return rows(
    database,
    sql`select *
          from deliveries_to(
                 ${company_id}, ${endpoint_id}, null, ${state ?? null}, ${before ?? null}, ${per_page}, ${shownAttempts})`,
  )
}

type NamedDelivery = { endpoint_id: string; event_id: string }

/** Undefined: the endpoint did not get the event. */
export function deliveryOf(
  database: Database,
  company_id: string,
  { endpoint_id, event_id }: NamedDelivery,
): Promise<WebhookDeliveryView | undefined> {
  return row<WebhookDeliveryView>(
    database,
    sql`select *
          from deliveries_to(${company_id}, ${endpoint_id}, ${event_id}, null, null, 1, ${shownAttempts})`,
  )
}

/** Sends an event to an endpoint again. Throws `not_found` for an event that the endpoint does not get. */
export async function replayDelivery(
  connection: Database,
  company_id: string,
  { endpoint_id, event_id }: NamedDelivery,
  now: Date,
): Promise<WebhookDeliveryView> {
  const replayed = await row<{ is_known: boolean }>(
    connection,
    sql`select replay_delivery(${company_id}, ${endpoint_id}, ${event_id}, ${now}) as is_known`,
  )
  if (!replayed!.is_known) throw new ApiError('not_found')
  return (await deliveryOf(connection, company_id, { endpoint_id, event_id }))!
}
