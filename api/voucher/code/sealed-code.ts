/** Encrypts voucher codes for storage, and hashes them with a key for look-ups (T16). */

import { createHmac } from 'node:crypto'

import { companyBytes, purposeKey, sealer } from '#api/secret/seal.ts'
import type { Voucher } from '#contract/voucher.ts'
import type { VoucherResult } from '#engine/result.ts'

import { bareCode } from './code.ts'

/** Columns of voucher and prize_code; the type code_pair of api/prize/stored/shapes.sql. */
export type CodePair = {
  /** The keyed hash by which the code is found: equal for equal codes of one company. */
  code_key: Buffer
  sealed_code: Buffer
}

/** A row of shown_voucher. */
export type SealedVoucher = Omit<Voucher, 'code'> & Pick<CodePair, 'sealed_code'>

/** 128 bits: a chance collision needs about 2^64 codes of a company. */
const key_bytes = 16

export type VoucherCodes = ReturnType<typeof voucherCodes>

export function voucherCodes(secret: Buffer) {
  const { seal, open } = sealer(secret, 'voucher code')
  const look_up = purposeKey(secret, 'voucher code look-up')

  /** Keyed, because short codes could be recovered from a plain hash by trying them all. */
  function keyOf(company_id: string, code: string): Buffer {
    return createHmac('sha256', look_up)
      .update(companyBytes(company_id))
      .update(bareCode(code))
      .digest()
      .subarray(0, key_bytes)
  }

  function pairOf(company_id: string, code: string): CodePair {
    return { code_key: keyOf(company_id, code), sealed_code: seal(company_id, code) }
  }

  /** The voucher of contract/voucher.ts. */
  function shown(company_id: string, { sealed_code, ...voucher }: SealedVoucher): Voucher {
    return { ...voucher, code: open(company_id, sealed_code) }
  }

  return { keyOf, pairOf, open, shown }
}

/** A voucher from the engine's answer, with its code opened. */
export function voucherOf(
  codes: VoucherCodes,
  company_id: string,
  voucher: VoucherResult,
): Voucher {
  const { id, state, points_amount, prize, expires_at, withdrawn_at_subsidiary } = voucher
  const { sealed_code, created_at, withdrawn_at } = voucher
  return codes.shown(company_id, {
    id,
    state,
    points_amount,
    prize,
    expires_at,
    withdrawn_at_subsidiary,
    sealed_code: Buffer.from(sealed_code.slice(2), 'hex'),
    created_at: new Date(created_at).toISOString(),
    withdrawn_at: withdrawn_at && new Date(withdrawn_at).toISOString(),
  })
}
