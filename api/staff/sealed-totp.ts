import { sealer } from '#api/secret/seal.ts'
import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { totpPurpose } from './totp.ts'

/** The authenticators of staff, for `fiel reseal`. */
export function sealedTotp(database: Database, secret: ServerSecret): SealedStore {
  const { seal, open } = sealer(secret, totpPurpose)
  const { number } = secret.first
  return {
    name: 'authenticators of staff',
    page: (company_id, after, count) =>
      rows(
        database,
        sql`select id::text as key, get_byte(totp_sealed, 0) = ${number} as is_current
              from staff
             where company_id = ${company_id}
               and totp_sealed is not null
               and (${after}::uuid is null or id > ${after}::uuid)
             order by id
             limit ${count}`,
      ),
    sealAgain: async (connection, company_id, keys) => {
      // Locked rows are skipped: the person goes on, and the next pass finds the row.
      const locked = await rows<{ id: string; totp_sealed: Buffer }>(
        connection,
        sql`select id, totp_sealed
              from staff
             where company_id = ${company_id}
               and id = any (${keys}::uuid[])
               and get_byte(totp_sealed, 0) <> ${number}
               for no key update skip locked`,
      )
      for (const { id, totp_sealed } of locked) {
        const resealed = seal(company_id, open(company_id, totp_sealed))
        await rows(
          connection,
          sql`update staff set totp_sealed = ${resealed} where company_id = ${company_id} and id = ${id}`,
        )
      }
      return locked.length
    },
  }
}
