/** A change that sends a mail: the job is queued if and only if the transaction of the change commits. */

import type { Context } from '#api/context/context.ts'
import { transaction } from '#database/sql.ts'

export const mailPath = '/model/mail'

type Change = { company_id: string; customer_id: string; email: string }

export async function sendMail({ database, queueMail }: Context, change: Change): Promise<void> {
  await transaction(database, (connection) =>
    queueMail(connection, { kind: 'credentials_changed', ...change }),
  )
}
