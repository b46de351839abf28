/** The calls of staff members, and their entries in the audit log (D15). */

import type { Actor } from '#api/audit/note.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import type { Change } from '#contract/programme/draft.ts'
import { schedulerName } from '#contract/programme/text.ts'

/** A call of a staff member. */
export type Caller = Pick<StaffCaller, 'company_id' | 'staff'> & { now: Date; address: string }

export function ownerOf({ company_id, staff }: Caller): { company_id: string; staff_id: string } {
  return { company_id, staff_id: staff.id }
}

export function actorOf({ staff, address }: Caller): Actor {
  return { kind: 'staff', id: staff.id, name: staff.name, address }
}

/** Publishes at the instant that a person has chosen. */
export const scheduler: Actor = { kind: 'system', name: schedulerName }

/** What an entry keeps of a publication: its sentences, which name no person. */
export function afterOf(changes: Change[], more: object = {}) {
  return { ...more, changes: changes.map(({ path, sentence }) => ({ path, sentence })) }
}
