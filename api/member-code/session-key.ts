import { memberCodeKey, newSessionRef } from '#api/credential/member-code-key.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { MemberCodeKey } from '#contract/member-code.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Asker = { company_id: string; token_hash: Buffer; now: Date }

/** The key of the session's member codes. Throws `unauthenticated` for a session that has just ended. */
export async function sessionMemberCodeKey(
  database: Database,
  secret: ServerSecret,
  { company_id, token_hash, now }: Asker,
): Promise<MemberCodeKey> {
  const session = await row<{ session_ref: Buffer | null }>(
    database,
    sql`select session_ref_of(${company_id}, ${token_hash}, ${newSessionRef()}) as session_ref`,
  )
  if (!session?.session_ref) throw new ApiError('unauthenticated')
  return memberCodeKey(secret, company_id, session.session_ref, now)
}
