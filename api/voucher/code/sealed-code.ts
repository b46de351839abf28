/** Encrypts voucher codes for storage, and hashes them with a key for look-ups (T16). */

import { createHmac } from 'node:crypto'

import { companyBytes, sealer } from '#api/secret/seal.ts'
import { purposeKey, secretsOf, type ServerSecret } from '#api/secret/server-secret.ts'
import type { Voucher } from '#contract/voucher.ts'
import type { Random } from '#database/io.ts'
import { bytes } from '#engine/command.ts'
import type { VoucherResult } from '#engine/result.ts'

import { bareCode } from './code.ts'

/** The columns of voucher and of prize_code; also the type code_pair of api/prize/stored/shapes.sql. */
export type CodePair = {
  /** The keyed hash by which the code is found: equal for equal codes of one company, under the secret of `sealed_code`. */
  code_key: Buffer
  sealed_code: Buffer
}

/** A row of the SQL function shown_voucher. */
export type SealedVoucher = Omit<Voucher, 'code'> & Pick<CodePair, 'sealed_code'>

/** 128 bits: a chance collision needs about 2^64 codes of a company. */
const key_bytes = 16

export type VoucherCodes = ReturnType<typeof voucherCodes>

export function voucherCodes(secret: ServerSecret, random?: Random) {
  const { seal, open } = sealer(secret, 'voucher code', random)
  const lookUps = secretsOf(secret).map(({ bytes: one }) => purposeKey(one, 'voucher code look-up'))

  /**
   * The look-up keys under which a code may be stored: a keyed hash under each secret, that of the first secret first. A plain
   * hash would reveal short codes to somebody who tries them all.
   */
  function keysOf(company_id: string, code: string): [Buffer, ...Buffer[]] {
    return lookUps.map((key) =>
      createHmac('sha256', key)
        .update(companyBytes(company_id))
        .update(bareCode(code))
        .digest()
        .subarray(0, key_bytes),
    ) as [Buffer, ...Buffer[]]
  }

  /** The look-up keys of `keysOf` as arguments of an engine's command. */
  function argumentsOf(
    company_id: string,
    code: string,
  ): { code_key: string; other_code_keys?: string[] } {
    const [code_key, ...others] = keysOf(company_id, code).map(bytes)
    return { code_key: code_key!, ...(others.length > 0 && { other_code_keys: others }) }
  }

  /** The look-up key and the sealed code under each secret, the first secret's pair first. */
  function pairsOf(company_id: string, code: string): [CodePair, ...CodePair[]] {
    const keys = keysOf(company_id, code)
    return secretsOf(secret).map(({ number }, at) => ({
      code_key: keys[at]!,
      sealed_code: seal(company_id, code, number),
    })) as [CodePair, ...CodePair[]]
  }

  /** The look-up key and the sealed code of a new code. */
  function pairOf(company_id: string, code: string): CodePair {
    return { code_key: keysOf(company_id, code)[0], sealed_code: seal(company_id, code) }
  }

  /** Seals a stored code again, with the first secret. Returns it with its new look-up key. */
  function resealed(company_id: string, sealed_code: Buffer): CodePair {
    return pairOf(company_id, open(company_id, sealed_code))
  }

  /** The voucher of contract/voucher.ts. */
  function shown(company_id: string, { sealed_code, ...voucher }: SealedVoucher): Voucher {
    return { ...voucher, code: open(company_id, sealed_code) }
  }

  return { keysOf, argumentsOf, pairsOf, pairOf, resealed, open, shown }
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
