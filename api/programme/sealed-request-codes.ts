import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import type { RequestedCodes } from './codes.ts'

/** The codes of open requests, for `fiel reseal`. `number`: that of the first secret. */
export function sealedRequestCodes(
  database: Database,
  voucherCodes: VoucherCodes,
  number: number,
): SealedStore {
  const bytesOf = (code: string) => Buffer.from(code, 'base64')
  return {
    name: 'requests with codes',
    page: async (company_id, after, count) => {
      const requests = await rows<{ key: string; codes: RequestedCodes }>(
        database,
        sql`select id::text as key, codes
              from programme_request
             where company_id = ${company_id} and ended_at is null and id::text > ${after ?? ''}
             order by key
             limit ${count}`,
      )
      return requests.map(({ key, codes }) => ({
        key,
        is_current: Object.values(codes)
          .flat()
          .every((code) => bytesOf(code)[0] === number),
      }))
    },
    sealAgain: async (connection, company_id, keys) => {
      const locked = await rows<{ id: string; codes: RequestedCodes }>(
        connection,
        sql`select id, codes
              from programme_request
             where company_id = ${company_id}
               and ended_at is null
               and id::text = any (${keys})
               for update skip locked`,
      )
      for (const { id, codes } of locked) {
        const resealed = Object.entries(codes).map(([key, sealed]) => [
          key,
          sealed.map((code) =>
            voucherCodes.resealed(company_id, bytesOf(code)).sealed_code.toString('base64'),
          ),
        ])
        await rows(
          connection,
          sql`update programme_request
                 set codes = ${Object.fromEntries(resealed)}
               where company_id = ${company_id} and id = ${id}`,
        )
      }
      return locked.length
    },
  }
}
