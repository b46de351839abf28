/** Staff members replay events, enable endpoints and make secrets (D3). Each act writes an entry to the audit log. */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { holdCaller } from '#api/staff/person.ts'
import type {
  WebhookDeliveryView,
  WebhookEndpointView,
} from '#contract/console/webhook-delivery.ts'
import { transaction } from '#database/sql.ts'

import { endpointEnabled, eventReplayed, secretMade } from './acts.ts'
import { deliveryOf, replayDelivery } from './deliveries.ts'
import { enableEndpoint, endpoints, lockEndpoint, makeSecret } from './endpoint.ts'

/** Throws `not_found` for an unknown endpoint, and for an event that it does not get. */
export function replayTo(
  database: pg.Pool,
  caller: StaffCall,
  { id, event_id }: { id: string; event_id: string },
): Promise<WebhookDeliveryView> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const { url } = await lockEndpoint(connection, company_id, id)
    const named = { endpoint_id: id, event_id }
    const before = await deliveryOf(connection, company_id, named)
    const delivery = await replayDelivery(connection, company_id, named, now)
    const replayed = { event_id, before: before?.state ?? null, after: delivery.state }
    await noteAct(connection, company_id, actor, eventReplayed(actor, { id, url }, replayed), now)
    return delivery
  })
}

/** Throws `not_found` for an unknown endpoint. A repeat changes nothing. */
export function enable(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
): Promise<WebhookEndpointView> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const { url, disabled_at } = await lockEndpoint(connection, company_id, id)
    if (disabled_at !== null) {
      await enableEndpoint(connection, company_id, id)
      await noteAct(
        connection,
        company_id,
        actor,
        endpointEnabled(actor, { id, url, disabled_at }),
        now,
      )
    }
    return (await endpoints(connection, company_id, id))[0]!
  })
}

/** Throws `not_found` for an unknown endpoint. */
export function addSecret(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
): Promise<{ secret: string }> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const { url } = await lockEndpoint(connection, company_id, id)
    const { secret, replaced_at } = await makeSecret(connection, company_id, id, now)
    const made = { before: replaced_at, after: now }
    await noteAct(connection, company_id, actor, secretMade(actor, { id, url }, made), now)
    return { secret }
  })
}
