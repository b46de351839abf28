/** The steps of a random history that a staff member takes at the customer desk (D15). */

import { randomUUID } from 'node:crypto'

import { secretHash } from '#api/http/caller.ts'
import type { AdminKey } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

import type { Answer } from '../worlds/people.ts'
import { staffOf } from '../worlds/staff.ts'
import type { Player, Stage } from './engine-stage.ts'

/**
 * Blocks the customer, and opens the ended session again by hand. So the customer's calls still reach the engine, which must refuse them
 * by itself. Records the intention that the block has cancelled.
 */
export async function block(stage: Stage, by: Player): Promise<Answer> {
  const { world, shop } = stage
  const answer = await asStaff(stage, by, 'POST /admin/customer/{id}/block', { reason: 'fraud' })
  await rows(
    world.database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        values (${shop.id}, ${secretHash(by.token)}, ${by.id}, ${world.now()}, ${world.now()}::timestamptz::date, 'infinity')
        on conflict do nothing`,
  )
  const cancelled = await rows<{ id: string }>(
    world.database,
    sql`select id
          from intention
         where company_id = ${shop.id} and customer_id = ${by.id} and status = 'CANCELLED'`,
  )
  for (const { id } of cancelled) tellCancelled(stage, id)
  return answer
}

export function unblock(stage: Stage, by: Player): Promise<Answer> {
  return asStaff(stage, by, 'DELETE /admin/customer/{id}/block')
}

/** A return or an undoing at the desk: the answer is that of a till. */
export async function reverseByStaff(
  stage: Stage,
  id: string,
  centavos: number | null,
): Promise<Answer> {
  const answer = await asStaff(stage, { id }, 'POST /admin/points/{id}/reverse', {
    reason: 'mistake',
    key: randomUUID(),
    ...(centavos !== null && { returned_value: centavos }),
  })
  stage.told.push({ verb: 'reverse', subject: id, ...answer })
  return answer
}

/** A new member of staff for each step, because a session ends after 12 hours of the history. */
async function asStaff(
  { world, shop }: Stage,
  { id }: { id: string },
  key: AdminKey,
  body?: object,
): Promise<Answer> {
  const { headers } = await staffOf(world, shop, 'attendant')
  return world.call(key, { headers, params: { id }, ...(body && { body }) })
}

/** Records that an intention was cancelled, once, even if the call is repeated. */
export function tellCancelled({ told }: Stage, id: string): void {
  if (told.some(({ verb, subject }) => verb === 'cancel' && subject === id)) return
  told.push({ verb: 'cancel', subject: id, status: 204, body: null })
}
