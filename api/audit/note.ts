/** Writes entries of the audit log (D15), each in the transaction of its act. */

import type { StaffCaller } from '#api/http/caller.ts'
import type { AuditAction } from '#contract/console/audit.ts'
import { systemRandom } from '#database/io.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** The person or program that acts. `name` and `address` are personal values, so they are stored beside the hashed chain. */
export type Actor =
  | { kind: 'staff'; id: string; name: string; address: string | null }
  | { kind: 'operator' | 'system'; name: string; address?: string }

export type Act = {
  action: AuditAction
  /** The id or the name of what is changed: never a person's data. */
  subject?: string | null
  /** One sentence in Portuguese, with the actor's name: 'Ana convidou rui@cafe.com.br como caixa'. */
  sentence: string
  /** States without personal values. They are part of the chain. */
  before?: unknown
  after?: unknown
  /** Personal values of the states, beside the chain: an erasure deletes them. */
  personalBefore?: unknown
  personalAfter?: unknown
}

/** The parts of a console's call that an act and its entry need. */
export type StaffCall = StaffCaller & { address: string; now: Date }

/** The actor of a console's call. */
export function staffActor({
  staff: { id, name },
  address,
}: Pick<StaffCall, 'staff' | 'address'>): Actor {
  return { kind: 'staff', id, name, address }
}

/** Appends an entry. Call it last in the transaction of the act, because it locks the end of the company's chain. */
export async function noteAct(
  connection: Database,
  company_id: string,
  actor: Actor,
  act: Act,
  now: Date,
  random = systemRandom,
): Promise<void> {
  const { action, subject = null, sentence, before = null, after = null } = act
  const personal = {
    sentence,
    actor_name: actor.name,
    address: actor.address ?? null,
    before: act.personalBefore ?? null,
    after: act.personalAfter ?? null,
  }
  await row(
    connection,
    sql`select append_audit(${company_id}, ${now}, ${actor.kind}, ${actor.kind === 'staff' ? actor.id : null},
                 ${action}, ${subject}, ${{ before, after }}, ${random.bytes(16)}, ${personal})`,
  )
}
