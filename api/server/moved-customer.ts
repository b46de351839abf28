import { ApiError } from '#api/http/api-error.ts'
import type { Identity } from '#api/http/caller.ts'
import { type Database, row, sql } from '#database/sql.ts'

type CustomerCall = Identity['customer'] & { now: Date }

/**
 * Runs a customer's handler. A customer who gives a pre-registered document moves to that record (api/customer/pre-registration.ts), and
 * the record under which a concurrent call was identified is deleted. Handlers then throw `unauthenticated`. The session is still open,
 * so the handler runs again for the record that has it now. Once is enough: a customer with a document moves no more.
 */
export function withMovedCustomer<Answer>(
  database: Database,
  handler: (call: never) => Promise<Answer>,
): (call: CustomerCall) => Promise<Answer> {
  return async (call) => {
    try {
      return await handler(call as never)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
      const customer_id = await sessionOwner(database, call)
      if (customer_id === undefined || customer_id === call.customer_id) throw error
      return handler({ ...call, customer_id } as never)
    }
  }
}

async function sessionOwner(
  database: Database,
  { company_id, token_hash, now }: CustomerCall,
): Promise<string | undefined> {
  const session = await row<{ customer_id: string }>(
    database,
    sql`select customer_id from session_of(${company_id}, ${token_hash}, ${now})`,
  )
  return session?.customer_id
}
