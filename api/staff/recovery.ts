/** Recovery codes: 140 random bits in base32, each used once. Only hashes are stored. */

import { hash, randomBytes } from 'node:crypto'

import { Secret } from 'otpauth'

import { recoveryCodes } from '#contract/console/staff.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * Characters of 5 bits, so 140 bits. From 112 bits on a plain hash is enough: nobody who has a copy of the table finds a code by
 * trying (ASVS 6.5.2). A hash that is slow on purpose would have to run for each of the ten codes.
 */
const codeLength = 28
/** Random bytes, each of which gives 1.6 characters of base32. */
const code_bytes = 18

/** Replaces the person's codes by new ones, and returns them. */
export async function makeRecoveryCodes(
  connection: Database,
  company_id: string,
  staff_id: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await dropRecoveryCodes(connection, company_id, staff_id)
  await rows(
    connection,
    sql`insert into staff_recovery_code (company_id, staff_id, code_hash)
        select ${company_id}, ${staff_id}, unnest(${codes.map(codeHash)}::bytea[])`,
  )
  return codes
}

export async function dropRecoveryCodes(
  connection: Database,
  company_id: string,
  staff_id: string,
): Promise<void> {
  await rows(
    connection,
    sql`delete from staff_recovery_code where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
}

/** Spends a code. Returns whether it was valid: of two concurrent uses one is. */
export async function spendRecoveryCode(
  connection: Database,
  company_id: string,
  staff_id: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const spent = await row(
    connection,
    sql`update staff_recovery_code
           set used_at = ${now}
         where company_id = ${company_id}
           and staff_id = ${staff_id}
           and code_hash = ${codeHash(code)}
           and used_at is null
        returning staff_id`,
  )
  return spent !== undefined
}

/** 'ABCD-EFGH-JKLM-NOPQ-RSTU-VWXY-Z234'. */
function newCode(): string {
  const { buffer } = new Uint8Array(randomBytes(code_bytes))
  const characters = new Secret({ buffer }).base32.slice(0, codeLength)
  return characters.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Letter case, spaces and hyphens do not count. The digits 0, 1 and 8 do not occur, and are read as O, I and B. */
function codeHash(code: string): Buffer {
  const letters = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return hash('sha256', letters, 'buffer')
}
