/** The calls of staff members, and their entries in the audit log (D15). */

import type { Actor, StaffCall } from '#api/audit/note.ts'
import { schedulerName } from '#contract/programme/text.ts'

/** Whose draft a call edits. */
export function ownerOf({ company_id, staff }: StaffCall): {
  company_id: string
  staff_id: string
} {
  return { company_id, staff_id: staff.id }
}

/** Publishes at the instant that a person has chosen. */
export const scheduler: Actor = { kind: 'system', name: schedulerName }
