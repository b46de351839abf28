import type { StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type MailedStaff = { id: string; email: string; role: StaffRole }

/** The person whom a mail is for: by id, or by the typed email. Undefined: nobody, or a person who has left. */
export function mailedStaff(
  database: Database,
  {
    company_id,
    staff_id = null,
    email = null,
  }: { company_id: string; staff_id?: string | null; email?: string | null },
): Promise<MailedStaff | undefined> {
  return row<MailedStaff>(
    database,
    sql`select id, email, role
          from staff
         where company_id = ${company_id}
           and (id = ${staff_id}::uuid or email = ${email})
           and left_at is null`,
  )
}

/** The ids of the company's owners who have accepted their invitation and have not left. */
export async function ownersOf(database: Database, company_id: string): Promise<string[]> {
  const owners = await rows<{ id: string }>(
    database,
    sql`select id
          from staff
         where company_id = ${company_id}
           and role = 'owner'
           and invited_at is null
           and left_at is null
         order by id`,
  )
  return owners.map(({ id }) => id)
}
