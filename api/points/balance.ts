import type { Credential } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import type { Balance } from '#contract/customer.ts'
import type { Refusal } from '#contract/refusal.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Asked = Pick<Credential['customer'], 'company_id' | 'token_hash'> & { now: Date }
type Answer = Balance & { refusal: Refusal | null }

/**
 * What the customer behind a token can spend (R7.1): the session and the balance in one statement, many customers'
 * in one batch. Throws `unauthenticated` or `company_unavailable`.
 */
export function balanceReader(database: Database): (asked: Asked) => Promise<Balance> {
  const read = batched<Asked, Answer>(flightsOf(database), (asked) =>
    rows<Answer>(
      database,
      sql`select case when session.customer_id is null then 'unauthenticated'
                      when company.blocked_at is not null or company.maintenance then 'company_unavailable'
                 end as refusal,
                 current.amount as amount_balance,
                 current.value as value_balance
            from unnest(
                   ${asked.map((one) => one.company_id)}::uuid[],
                   ${asked.map((one) => one.token_hash)}::bytea[]
                 ) with ordinality as asked (company_id, token_hash, n)
            left join session
                   on session.company_id = asked.company_id
                  and session.token_hash = asked.token_hash
                  and session.expires_at > ${asked[0]!.now}
            left join company on company.company_id = session.company_id
            left join lateral current_balance(session.company_id, session.customer_id, ${asked[0]!.now}) current on true
           order by asked.n`,
    ),
  )
  return async (asked) => {
    const { refusal, amount_balance, value_balance } = await read(asked)
    if (refusal) throw new Refused(refusal)
    return { amount_balance, value_balance }
  }
}
