import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** The codes of pools, for `fiel reseal`. `number` is the number of the server's first secret. */
export function sealedPools(
  database: Database,
  voucherCodes: VoucherCodes,
  number: number,
): SealedStore {
  return {
    name: 'codes of pools',
    page: (company_id, after, count) =>
      rows(
        database,
        sql`select encode(code_key, 'hex') as key, get_byte(sealed_code, 0) = ${number} as is_current
              from prize_code
             where company_id = ${company_id} and code_key > ${Buffer.from(after ?? '', 'hex')}
             order by code_key
             limit ${count}`,
      ),
    sealAgain: async (connection, company_id, keys) => {
      // Locked rows are skipped: a till sells on, and the next pass finds the code.
      const locked = await rows<{ code_key: Buffer; sealed_code: Buffer }>(
        connection,
        sql`select code_key, sealed_code
              from prize_code
             where company_id = ${company_id}
               and code_key = any (${keys.map((key) => Buffer.from(key, 'hex'))})
               and get_byte(sealed_code, 0) <> ${number}
               for update skip locked`,
      )
      const pairs = locked.map(({ sealed_code }) => voucherCodes.resealed(company_id, sealed_code))
      await rows(
        connection,
        sql`update prize_code
               set code_key = given.code_key, sealed_code = given.sealed_code
              from unnest(${locked.map(({ code_key }) => code_key)}::bytea[],
                          ${pairs.map(({ code_key }) => code_key)}::bytea[],
                          ${pairs.map(({ sealed_code }) => sealed_code)}::bytea[]) given (stored_key, code_key, sealed_code)
             where prize_code.company_id = ${company_id}
               and prize_code.code_key = given.stored_key`,
      )
      return locked.length
    },
  }
}
