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
import { replayDelivery } from './deliveries.ts'
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
    const delivery = await replayDelivery(
      connection,
      company_id,
      { endpoint_id: id, event_id },
      now,
    )
    await noteAct(connection, company_id, actor, eventReplayed(actor, { id, url }, event_id), now)
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
      await noteAct(connection, company_id, actor, endpointEnabled(actor, { id, url }), now)
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
    const secret = await makeSecret(connection, company_id, id, now)
    await noteAct(connection, company_id, actor, secretMade(actor, { id, url }), now)
    return { secret }
  })
}
