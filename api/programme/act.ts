/** The calls of staff members, and their entries in the audit log (D15). */

import type { Actor, StaffCall } from '#api/audit/note.ts'
import type { Change } from '#contract/programme/draft.ts'
import { schedulerName } from '#contract/programme/text.ts'

import { isOfWebhook } from './visible.ts'

/** Whose draft a call edits. */
export function ownerOf({ company_id, staff }: StaffCall): {
  company_id: string
  staff_id: string
} {
  return { company_id, staff_id: staff.id }
}

/** Publishes at the instant that a person has chosen. */
export const scheduler: Actor = { kind: 'system', name: schedulerName }

/**
 * The state after a publication in its audit entry: the sentences of the changes, which name no person. The path of a webhook holds
 * its whole URL and so perhaps a secret, and an entry cannot be deleted. Its sentence names the host.
 */
export function afterOf(changes: Change[], more: object = {}) {
  return {
    ...more,
    changes: changes.map(({ path, sentence }) => ({
      path: isOfWebhook(path) ? 'webhooks' : path,
      sentence,
    })),
  }
}
