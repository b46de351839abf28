/**
 * The customer's code (T5): six digits derived from the intention's id, amount and shop with the server's secret. No table
 * stores it: the poll derives it to show it, and capture.sql derives it to compare.
 */

import { createHash, createHmac } from 'node:crypto'

import { secretsOf, type ServerSecret } from '#api/secret/server-secret.ts'
import { bytes } from '#engine/command.ts'

/**
 * The keys with which the engine compares a code. While secrets are rotated there are several: nodes whose first secrets differ
 * show different codes of one intention.
 */
export function codeKeys(
  secret: ServerSecret,
  company_id: string,
  id: string,
): { code_key: string; other_code_keys?: string[] } {
  const [code_key, ...others] = secretsOf(secret).map((one) =>
    bytes(codeKey(one.bytes, company_id, id)),
  )
  return { code_key: code_key!, ...(others.length > 0 && { other_code_keys: others }) }
}

/** A key for one intention, so that the key sent to the database derives no other code. */
function codeKey(secret: Buffer, company_id: string, id: string): Buffer {
  // Normalises ids: a till's key names its company without hyphens, and callers may use capitals.
  const [company, intention] = [company_id, id].map((uuid) =>
    uuid.replaceAll('-', '').toLowerCase(),
  )
  return createHmac('sha256', secret).update(`intention ${company} ${intention}`).digest()
}

type Shown = { company_id: string; id: string; points_amount: number; subsidiary_name: string }

/** The code under the first secret, the same as intention_code of capture.sql. */
export function intentionCode({ first }: Pick<ServerSecret, 'first'>, shown: Shown): string {
  const { company_id, id, points_amount, subsidiary_name } = shown
  const digest = createHash('sha256')
    .update(codeKey(first.bytes, company_id, id))
    .update(`${points_amount}\n${subsidiary_name}`)
    .digest()
  // 48 bits modulo 10^6: the probabilities of two codes differ by 1 in 2^28.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
