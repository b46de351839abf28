import { type Attempt, countAttempt, forgiveAttempt } from '#api/attempt/attempt.ts'
import type { Guard, KeyedCall } from '#api/http/route.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Activation = Pick<KeyedCall, 'idempotency'> & {
  company_id: string
  customer_id: string
  address: string
  now: Date
  params: { code: string }
}

/**
 * T17: limits the newcomers' promotion by network, against one person who registers many invented customers. Counts before
 * giving, so that concurrent calls cannot exceed the limit. A refused or repeated activation does not count.
 */
export function newcomerGuard(database: Database): Guard<Activation> {
  const attempt = ({ company_id, address }: Activation): Attempt => ({
    company_id,
    action: 'newcomer',
    address,
  })
  const counted = new WeakSet<Activation>()
  return {
    before: async (request) => {
      if (!(await givesToNewcomer(database, request))) return
      await countAttempt(database, attempt(request), request.now)
      counted.add(request)
    },
    refused: async (request) => {
      if (counted.has(request)) await forgiveAttempt(database, attempt(request))
    },
  }
}

/** Whether the promotion is for newcomers and may still be activated. A repeat with the key of an earlier call gives nothing. */
async function givesToNewcomer(
  database: Database,
  { company_id, customer_id, now, params: { code }, idempotency }: Activation,
): Promise<boolean> {
  const found = await row(
    database,
    sql`select
          from promotion
         where promotion.company_id = ${company_id}
           and promotion.code_key = upper(${code})
           and promotion.is_offered
           and promotion.new_register_days is not null
           and times_activated(promotion.company_id, promotion.id, ${customer_id}) < promotion.limit_per_customer
           and not has_outcome(promotion.company_id, ${customer_id}, ${idempotency?.key ?? null}, ${now})`,
  )
  return found !== undefined
}
