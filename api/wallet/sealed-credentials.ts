import { sealer } from '#api/secret/seal.ts'
import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { walletPurpose } from './stored-credential.ts'

/** The credentials for wallets, for `fiel reseal`. */
export function sealedCredentials(database: Database, secret: ServerSecret): SealedStore {
  const { seal, open } = sealer(secret, walletPurpose)
  const { number } = secret.first
  return {
    name: 'credentials of wallets',
    page: (company_id, after, count) =>
      rows(
        database,
        sql`select wallet as key, get_byte(sealed, 0) = ${number} as is_current
              from wallet_credential
             where company_id = ${company_id} and wallet > ${after ?? ''}
             order by wallet
             limit ${count}`,
      ),
    sealAgain: async (connection, company_id, keys) => {
      // Locked rows are skipped: an application of the company file goes on, and the next pass finds the credential.
      const locked = await rows<{ wallet: string; sealed: Buffer }>(
        connection,
        sql`select wallet, sealed
              from wallet_credential
             where company_id = ${company_id}
               and wallet = any (${keys})
               and get_byte(sealed, 0) <> ${number}
               for update skip locked`,
      )
      for (const { wallet, sealed } of locked) {
        const resealed = seal(company_id, open(company_id, sealed))
        await rows(
          connection,
          sql`update wallet_credential
                 set sealed = ${resealed}
               where company_id = ${company_id} and wallet = ${wallet}`,
        )
      }
      return locked.length
    },
  }
}
