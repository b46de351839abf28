/** Staff members make, change and revoke keys of the company's tills (T18). Each act writes an entry to the audit log. */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { PartnerKeyChange, PartnerKeyView } from '#contract/console/partner-key.ts'
import { transaction } from '#database/sql.ts'

import { keyChanged, keyMade, keyRevoked } from './key-acts.ts'
import {
  changePartnerKey,
  endPartnerKey,
  lockPartnerKey,
  makePartnerKey,
  partnerKey,
} from './partner-key.ts'

export function addKey(
  database: pg.Pool,
  caller: StaffCall,
  { name, ...limits }: PartnerKeyChange,
): Promise<PartnerKeyView & { key: string }> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const made = await makePartnerKey(connection, company_id, name, now, limits)
    await noteAct(connection, company_id, actor, keyMade(actor, made), now)
    return made
  })
}

/** Throws `not_found` for an unknown key, and for a revoked one, which stays as it was. */
export function changeKey(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
  change: PartnerKeyChange,
): Promise<PartnerKeyView> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const before = await lockPartnerKey(connection, company_id, id)
    if (!before || before.revoked_at !== null) throw new ApiError('not_found')
    await changePartnerKey(connection, company_id, id, change)
    const after = (await partnerKey(connection, company_id, id))!
    await noteAct(connection, company_id, actor, keyChanged(actor, before, after), now)
    return after
  })
}

/** Throws `not_found` for an unknown key. A repeat changes nothing. */
export function revokeKey(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
): Promise<PartnerKeyView> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const before = await lockPartnerKey(connection, company_id, id)
    if (!before) throw new ApiError('not_found')
    if (before.revoked_at !== null) return before
    await endPartnerKey(connection, company_id, id, now)
    await noteAct(connection, company_id, actor, keyRevoked(actor, before, now), now)
    return (await partnerKey(connection, company_id, id))!
  })
}
