import { countAttempt } from '#api/attempt/attempt.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Address } from '#contract/address.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type AddressSources, askSources } from './sources.ts'

export type Needs = { database: Database; addressSources: AddressSources }

type AddressRequest = { company_id: string; postal_code: string; callerAddress: string; now: Date }

/** Days in the cache. Streets are rarely renamed, but an unknown CEP may be assigned tomorrow. */
const keptDays = { found: 90, missing: 1 }
/** After a failure of both services, further look-ups fail at once for this time. */
const rest_s = 10

/** Finds the address of a CEP (R4.5). Throws `postal_code_not_found`, `address_unavailable` or `too_many_requests`. */
export function addressFinder({
  database,
  addressSources,
}: Needs): (request: AddressRequest) => Promise<Address> {
  // Local to this process: each node detects the failure of both services by itself.
  let restingUntil = 0

  return async ({ company_id, postal_code, callerAddress, now }) => {
    const cached = await row<{ found: Address | null }>(
      database,
      sql`select found
            from address
           where company_id = ${company_id}
             and postal_code = ${postal_code}
             and looked_up_at > ${now}::timestamptz
                   - make_interval(days => case when found is null then ${keptDays.missing}::int else ${keptDays.found}::int end)`,
    )
    if (cached) return foundAddress(cached.found)

    // Checked before the attempt is counted, because no look-up is made.
    const resting_ms = restingUntil - now.getTime()
    if (resting_ms > 0) throw away(Math.ceil(resting_ms / 1000))
    await countAttempt(database, { company_id, action: 'look_up', address: callerAddress }, now)
    // After any failure of the services, the person fills in the form by hand.
    const { found, isCertain } = await askSources(addressSources, postal_code).catch(() => {
      restingUntil = now.getTime() + rest_s * 1000
      throw away(rest_s)
    })
    if (isCertain) {
      await rows(
        database,
        sql`insert into address (company_id, postal_code, found, looked_up_at)
            values (${company_id}, ${postal_code}, ${found && JSON.stringify(found)}, ${now})
            on conflict (company_id, postal_code) do update
               set found = excluded.found, looked_up_at = excluded.looked_up_at`,
      )
    }
    return foundAddress(found)
  }
}

function foundAddress(found: Address | null): Address {
  if (!found) throw new ApiError('postal_code_not_found')
  return found
}

function away(retry_after_s: number): ApiError {
  return new ApiError('address_unavailable', { retry_after_s })
}
