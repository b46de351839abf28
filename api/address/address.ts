import { countAttempt } from '#api/attempt/attempt.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Address } from '#contract/address.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type AddressSources, askSources } from './sources.ts'

export type Needs = { database: Database; address_sources: AddressSources }

type Asked = { company_id: string; postal_code: string; caller_address: string; now: Date }

/** A found CEP is kept longer than a missing one: streets are renamed rarely, but a missing CEP may be assigned tomorrow. */
const kept_days = { found: 90, missing: 1 }
/** After a failure of both services, further look-ups fail at once for this time. */
const rest_s = 10

/** Finds the address of a CEP (R4.5). Throws `postal_code_not_found`, `address_unavailable` or `too_many_requests`. */
export function addressFinder({
  database,
  address_sources,
}: Needs): (asked: Asked) => Promise<Address> {
  // State of this process: each node notices by itself.
  let resting_until = 0

  return async ({ company_id, postal_code, caller_address, now }) => {
    const kept = await row<{ found: Address | null }>(
      database,
      sql`select found
            from address
           where company_id = ${company_id}
             and postal_code = ${postal_code}
             and looked_up_at > ${now}::timestamptz
                   - make_interval(days => case when found is null then ${kept_days.missing}::int else ${kept_days.found}::int end)`,
    )
    if (kept) return known(kept.found)

    // Before the attempt is counted: a look-up that is not made must not count.
    const resting_ms = resting_until - now.getTime()
    if (resting_ms > 0) throw away(Math.ceil(resting_ms / 1000))
    await countAttempt(database, { company_id, action: 'look_up', address: caller_address }, now)
    // Any failure of the services: the person fills the form in by hand.
    const { found, is_certain } = await askSources(address_sources, postal_code).catch(() => {
      resting_until = now.getTime() + rest_s * 1000
      throw away(rest_s)
    })
    if (is_certain) {
      await rows(
        database,
        sql`insert into address (company_id, postal_code, found, looked_up_at)
            values (${company_id}, ${postal_code}, ${found && JSON.stringify(found)}, ${now})
            on conflict (company_id, postal_code) do update
               set found = excluded.found, looked_up_at = excluded.looked_up_at`,
      )
    }
    return known(found)
  }
}

function known(found: Address | null): Address {
  if (!found) throw new ApiError('postal_code_not_found')
  return found
}

function away(retry_after_s: number): ApiError {
  return new ApiError('address_unavailable', { retry_after_s })
}
