/** Writes the mail with the head of a day to an owner of the company (docs/decisions/058-daily-head.md). */

import type { MailJob } from '#api/context/mail-job.ts'
import { originOf } from '#api/http/origin.ts'
import { fileOf } from '#api/staff/console.ts'
import { mailedStaff } from '#api/staff/mailed-staff.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { counted } from '#contract/value/money.ts'
import type { Database } from '#database/sql.ts'
import { storedHeads } from '#engine/head/read-head.ts'

import type { StaffLetter } from './staff-letter.ts'
import { greeting, recordHeadText, staffHint } from './text.ts'

type HeadJob = Extract<MailJob, { kind: 'record_head' }>

/** The mail of a job. Undefined: the person has left, or the company has no console. */
export async function headLetter(
  database: Database,
  { company_id, staff_id, number }: HeadJob,
  localPort: number,
): Promise<StaffLetter | undefined> {
  const person = await mailedStaff(database, { company_id, staff_id })
  const { name, admin_domain } = await fileOf(database, company_id)
  const [head] = await storedHeads(database, company_id, number, number)
  if (!person || !head || admin_domain === null) return undefined
  const text = recordHeadText(name, {
    ...head,
    day: toBrazilianDate(head.day),
    records: counted(head.records, 'registro de pontos', 'registros de pontos'),
  })
  return {
    email: person.email,
    content: {
      ...text,
      greeting: greeting(null),
      link: originOf(admin_domain, localPort),
      reason: staffHint(name),
    },
  }
}
