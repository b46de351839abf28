/** What a role sees of the company document. URLs of webhooks may hold secrets, so only roles with `webhook.read` see them (D3, D15). */

import type { StaffCall } from '#api/audit/note.ts'
import { isOfWebhook } from '#api/company-file/act.ts'
import { mayDo } from '#contract/console/staff.ts'
import type { Change } from '#contract/programme/draft.ts'

type Reader = Pick<StaffCall, 'staff'>

export function seesWebhooks({ staff }: Reader): boolean {
  return mayDo(staff.role, 'webhook.read')
}

export function visibleDocument(reader: Reader, document: object): { [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(document).filter(([field]) => field !== 'webhooks' || seesWebhooks(reader)),
  )
}

export function visibleChanges(reader: Reader, changes: Change[]): Change[] {
  return changes.filter(({ path }) => !isOfWebhook(path) || seesWebhooks(reader))
}
