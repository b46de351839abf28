/**
 * The customer's code (T5): six digits derived from the intention's id, amount and shop with the server's secret. No table
 * stores it: the poll derives it to show it, and capture.sql derives it to compare.
 */

import { createHash, createHmac } from 'node:crypto'

/** A key for one intention, so that the key sent to the database derives no other code. */
export function codeKey(secret: Buffer, company_id: string, id: string): Buffer {
  // Normalises ids: a till's key names its company without hyphens, and callers may use capitals.
  const [company, intention] = [company_id, id].map((uuid) =>
    uuid.replaceAll('-', '').toLowerCase(),
  )
  return createHmac('sha256', secret).update(`intention ${company} ${intention}`).digest()
}

type Shown = { company_id: string; id: string; points_amount: number; subsidiary_name: string }

/** The same code as intention_code of capture.sql. */
export function intentionCode(secret: Buffer, shown: Shown): string {
  const { company_id, id, points_amount, subsidiary_name } = shown
  const digest = createHash('sha256')
    .update(codeKey(secret, company_id, id))
    .update(`${points_amount}\n${subsidiary_name}`)
    .digest()
  // 48 bits modulo 10^6: the probabilities of two codes differ by 1 in 2^28.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
