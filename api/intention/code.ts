/**
 * The customer's code (T5): six digits of the intention's id, amount and shop under the server's secret. No table holds
 * it: the poll makes it to show it, and capture.sql makes it to compare.
 */

import { createHash, createHmac } from 'node:crypto'

/** A key for this intention alone, so that what the database is sent makes no other's code. */
export function codeKey(secret: Buffer, company_id: string, id: string): Buffer {
  // A till's key names its company without hyphens, and an id may be written in capitals.
  const [company, intention] = [company_id, id].map((uuid) =>
    uuid.replaceAll('-', '').toLowerCase(),
  )
  return createHmac('sha256', secret).update(`intention ${company} ${intention}`).digest()
}

type Shown = { company_id: string; id: string; points_amount: number; subsidiary_name: string }

/** As intention_code of capture.sql. */
export function intentionCode(secret: Buffer, shown: Shown): string {
  const { company_id, id, points_amount, subsidiary_name } = shown
  const digest = createHash('sha256')
    .update(codeKey(secret, company_id, id))
    .update(`${points_amount}\n${subsidiary_name}`)
    .digest()
  // 48 bits: some codes are likelier than others by one in 2^28.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
