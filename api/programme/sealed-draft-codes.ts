import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** The codes of drafts, for `fiel reseal`. `number`: that of the first secret. */
export function sealedDraftCodes(
  database: Database,
  voucherCodes: VoucherCodes,
  number: number,
): SealedStore {
  return {
    name: 'codes of drafts',
    page: (company_id, after, count) =>
      rows(
        database,
        sql`select staff_id || encode(code_key, 'hex') as key, get_byte(sealed_code, 0) = ${number} as is_current
              from programme_code
             where company_id = ${company_id} and staff_id || encode(code_key, 'hex') > ${after ?? ''}
             order by key
             limit ${count}`,
      ),
    sealAgain: async (connection, company_id, keys) => {
      // Locked rows are skipped: a publication goes on, and the next pass finds what is left.
      const locked = await rows<{ staff_id: string; code_key: Buffer; sealed_code: Buffer }>(
        connection,
        sql`select staff_id, code_key, sealed_code
              from programme_code
             where company_id = ${company_id}
               and staff_id || encode(code_key, 'hex') = any (${keys})
               and get_byte(sealed_code, 0) <> ${number}
               for update skip locked`,
      )
      const pairs = locked.map(({ sealed_code }) => voucherCodes.resealed(company_id, sealed_code))
      await rows(
        connection,
        sql`update programme_code
               set code_key = pair.code_key, sealed_code = pair.sealed_code
              from unnest(${locked.map(({ staff_id }) => staff_id)}::uuid[],
                          ${locked.map(({ code_key }) => code_key)}::bytea[],
                          ${pairs.map(({ code_key }) => code_key)}::bytea[],
                          ${pairs.map(({ sealed_code }) => sealed_code)}::bytea[]) pair (staff_id, stored_key, code_key, sealed_code)
             where programme_code.company_id = ${company_id}
               and programme_code.staff_id = pair.staff_id
               and programme_code.code_key = pair.stored_key`,
      )
      return locked.length
    },
  }
}
