import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { voucherCodes } from './code/sealed-code.ts'

const lowestId = '00000000-0000-0000-0000-000000000000'

/** The vouchers, for `fiel reseal`. A new seal of a code also changes its look-up key. */
export function sealedVouchers(database: Database, secret: ServerSecret): SealedStore {
  const codes = voucherCodes(secret)
  const { number } = secret.first
  return {
    name: 'vouchers',
    page: (company_id, after, count) =>
      rows(
        database,
        sql`select id as key, get_byte(sealed_code, 0) = ${number} as is_current
              from voucher
             where company_id = ${company_id} and id > ${after ?? lowestId}
             order by id
             limit ${count}`,
      ),
    sealAgain: async (connection, company_id, keys) => {
      // Locked rows are skipped: a till works on, and the next pass finds the voucher.
      const locked = await rows<{ id: string; sealed_code: Buffer }>(
        connection,
        sql`select id, sealed_code
              from voucher
             where company_id = ${company_id}
               and id = any (${keys})
               and get_byte(sealed_code, 0) <> ${number}
               for update skip locked`,
      )
      const pairs = locked.map(({ sealed_code }) => codes.resealed(company_id, sealed_code))
      await rows(
        connection,
        sql`update voucher
               set code_key = given.code_key, sealed_code = given.sealed_code
              from unnest(${locked.map(({ id }) => id)}::uuid[], ${pairs.map(({ code_key }) => code_key)}::bytea[],
                          ${pairs.map(({ sealed_code }) => sealed_code)}::bytea[]) given (id, code_key, sealed_code)
             where voucher.company_id = ${company_id}
               and voucher.id = given.id`,
      )
      return locked.length
    },
  }
}
