import { type Attempt, countAttempt, forgiveAttempt } from '#api/attempt/attempt.ts'
import type { Guard } from '#api/http/route.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Activation = {
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
  return {
    before: async (request) => {
      if (await isForNewcomers(database, request)) {
        await countAttempt(database, attempt(request), request.now)
      }
    },
    refused: async (request) => {
      if (await isForNewcomers(database, request)) await forgiveAttempt(database, attempt(request))
    },
  }
}

async function isForNewcomers(
  database: Database,
  { company_id, customer_id, params: { code } }: Activation,
): Promise<boolean> {
  const found = await row(
    database,
    sql`select
          from promotion
         where promotion.company_id = ${company_id}
           and promotion.code_key = upper(${code})
           and promotion.is_offered
           and promotion.new_register_days is not null
           and times_activated(promotion.company_id, promotion.id, ${customer_id}) < promotion.limit_per_customer`,
  )
  return found !== undefined
}
