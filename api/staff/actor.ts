import type { Actor } from '#api/audit/note.ts'
import type { StaffCaller } from '#api/http/caller.ts'

/** The staff member of a call, as the audit log names them. */
export function actorOf({
  staff: { id, name },
  address,
}: Pick<StaffCaller, 'staff'> & { address: string }): Actor {
  return { kind: 'staff', id, name, address }
}
