/** Everything that the server's secrets seal, a store for each kind. */

import { sealedPools } from '#api/prize/sealed-pools.ts'
import { sealedDraftCodes } from '#api/programme/sealed-draft-codes.ts'
import { sealedRequestCodes } from '#api/programme/sealed-request-codes.ts'
import type { SealedStore } from '#api/secret/sealed-store.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { sealedTotp } from '#api/staff/sealed-totp.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { sealedVouchers } from '#api/voucher/sealed-vouchers.ts'
import { sealedCredentials } from '#api/wallet/sealed-credentials.ts'
import type { Database } from '#database/sql.ts'
import { outcomesAfter, sealOutcomesAgain } from '#engine/idempotency/sealed-outcomes.ts'

export function sealedStores(database: Database, secret: ServerSecret): SealedStore[] {
  const codes = voucherCodes(secret)
  const { number } = secret.first
  return [
    sealedVouchers(database, secret),
    sealedPools(database, codes, number),
    sealedCredentials(database, secret),
    sealedTotp(database, secret),
    sealedDraftCodes(database, codes, number),
    sealedRequestCodes(database, codes, number),
    // Last: an outcome copies the sealed code of its voucher.
    {
      name: 'stored answers',
      page: (company_id, after, count) =>
        outcomesAfter(database, { company_id, number, after, count }),
      sealAgain: (connection, company_id, keys) =>
        sealOutcomesAgain(
          connection,
          { company_id, number, keys },
          (sealed) => codes.resealed(company_id, sealed).sealed_code,
        ),
    },
  ]
}
