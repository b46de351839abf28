import { type Attempt, attempted } from '#api/attempt/attempt.ts'
import { isPassword } from '#api/credential/password.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Database } from '#database/sql.ts'

type Caller = { company_id: string; customer_id: string; address: string; now: Date }

/** A session alone may be stolen, so some calls ask for the password too. Throws `wrong_password` or `too_many_requests`. */
export async function checkPassword(
  database: Database,
  { company_id, customer_id, address, now }: Caller,
  password_hash: string,
  password: string | undefined,
): Promise<void> {
  const attempt: Attempt = { company_id, action: 'secret', account: customer_id, address }
  await attempted(database, attempt, now, async () => {
    if (password === undefined || !(await isPassword(password, password_hash))) {
      throw new ApiError('wrong_password')
    }
  })
}
