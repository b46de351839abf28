/** Writes the mails of the console's people (D15). */

import type { MailJob } from '#api/context/mail-job.ts'
import { originOf } from '#api/http/origin.ts'
import { fileOf } from '#api/staff/console.ts'
import { issueStaffLink } from '#api/staff/link.ts'
import { type MailedStaff, mailedStaff } from '#api/staff/mailed-staff.ts'
import { staffRoleNames } from '#contract/console/staff.ts'
import type { Database } from '#database/sql.ts'

import type { MailContent } from './template.ts'
import {
  greeting,
  type MailText,
  staffHint,
  staffInvitationText,
  staffPasswordText,
} from './text.ts'

type StaffJob = Extract<MailJob, { kind: 'staff_invitation' | 'staff_password' }>
export type StaffLetter = { email: string; content: Omit<MailContent, 'company' | 'has'> }

/** The mail of a job. Undefined: no staff member is to get it, such as one who has left, or the company has no console. */
export async function staffLetter(
  database: Database,
  job: StaffJob,
  { now, localPort, isRetry }: { now: Date; localPort: number; isRetry: boolean },
): Promise<StaffLetter | undefined> {
  const { company_id } = job
  const person = await mailedStaff(database, job)
  if (!person) return undefined
  const { name, admin_domain } = await fileOf(database, company_id)
  if (admin_domain === null) return undefined
  const purpose = job.kind === 'staff_invitation' ? 'INVITATION' : 'PASSWORD'
  const staff = { company_id, staff_id: person.id }
  const path = await issueStaffLink(database, staff, purpose, now, { keepsEarlier: isRetry })
  if (path === null) return undefined
  const content = {
    ...textOf(job, name, person),
    greeting: greeting(null),
    link: `${originOf(admin_domain, localPort)}${path}`,
    reason: staffHint(name),
  }
  return { email: person.email, content }
}

function textOf({ kind }: StaffJob, company: string, { role }: MailedStaff): MailText {
  return kind === 'staff_invitation'
    ? staffInvitationText(company, staffRoleNames[role])
    : staffPasswordText(company)
}
