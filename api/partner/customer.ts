import { ApiError } from '#api/http/api-error.ts'
import { namedCustomer } from '#api/member-code/named-customer.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { PartnerCustomer } from '#contract/partner.ts'
import { masked } from '#contract/person/personal-value.ts'
import type { CustomerKey } from '#contract/points.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { lookUpCustomer } from './look-up.ts'

type FoundCustomer = {
  id: string
  name: string | null
  document: string | null
  amount: number
  value: number
  can_spend: boolean
  level_name: string | null
}

/**
 * The customer that a till names: name masked, and the document too where the till did not send it (D3, D13). Throws
 * `customer_not_found`, `expired_code` or `too_many_requests`.
 */
export async function partnerCustomer(
  { database, secret }: { database: Database; secret: ServerSecret },
  till: { company_id: string; partner_key_id: string },
  key: CustomerKey,
  now: Date,
): Promise<PartnerCustomer> {
  const { company_id } = till
  const namedBy = await namedCustomer(secret, company_id, key, now)
  const customer_id = await lookUpCustomer(database, till, { key, namedBy }, now)
  if (namedBy.code_error) throw new ApiError(namedBy.code_error)
  const found = await row<FoundCustomer>(
    database,
    sql`select customer.id, customer.name, customer.document, current.amount, current.value,
               customer.may_spend and not is_customer_blocked(${company_id}, customer.id) as can_spend,
               standing.level_name
          from person_of(${company_id}, ${customer_id}) customer
         cross join current_balance(${company_id}, customer.id, ${now}) current
          left join lateral (
                 select (level_standing(terms, customer.id, ${now})).level_name
                   from terms_of(${company_id}) terms
                  where terms.company_id is not null
               ) standing on true`,
  )
  // The record was merged into another one after the look-up.
  if (!found) throw new ApiError('customer_not_found')
  const { id, name, amount, value, can_spend, level_name } = found
  return {
    id,
    name: masked('name', name),
    document: key.document ?? masked('document', found.document),
    balance: { amount_balance: amount, value_balance: value },
    can_spend,
    level: level_name === null ? null : { name: level_name },
  }
}
