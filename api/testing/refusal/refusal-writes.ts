import { declaredPairs } from './error-pairs.ts'

/** The writes that a refused call may make. Any other write fails the test file (record-pairs.ts). */
const refusalWrites: {
  /** The allowed writes: 'insert lot' allows inserts into lot, 'lot' inserts, updates and deletes. */
  writes: string[]
  /** The pairs of endpoint and error code for which the entry counts. Undefined: all. */
  pairs?: string[]
  /** The entry counts only if the call also made one of these writes. */
  besides?: string[]
  reason: string
}[] = [
  {
    writes: ['attempt'],
    reason: 'An attempt counts before it is made, or because it failed (T16).',
  },
  {
    writes: ['look_up_count'],
    reason: 'A key counts its look-ups and those that found nobody.',
  },
  {
    writes: ['idempotency'],
    reason: 'The refusal is the outcome of the key: the same call gets the same answer (D2).',
  },
  {
    writes: ['address'],
    pairs: ['GET /address/{postal_code} postal_code_not_found'],
    reason: 'That a CEP does not exist is remembered, as its address would be.',
  },
  {
    writes: ['integration_token'],
    pairs: ['POST /partner/integration-token expired_token'],
    reason: 'A code is spent by its first use, also when it comes too late (R12.2).',
  },
  {
    writes: [
      'insert audit_head',
      'update audit_head',
      'insert audit_entry',
      'insert audit_personal',
    ],
    pairs: [
      'POST /admin/session wrong_credentials',
      'POST /admin/session/totp wrong_code',
      'POST /admin/session/recovery wrong_code',
      'POST /admin/session/passkey wrong_code',
    ],
    reason: 'A refused factor of a staff member is an entry of the audit log (D15).',
  },
  {
    writes: ['update staff_session'],
    pairs: ['POST /admin/session/passkey wrong_code', 'POST /admin/factor/passkey wrong_code'],
    reason: 'The challenge of a passkey is spent by its first answer, also by a wrong one.',
  },
  {
    writes: ['provider_sign_in', 'session', 'customer_activity'],
    pairs: ['PUT /customer validation', 'POST /customer/email-confirmation/resend validation'],
    reason:
      'The first call with an ID token of the identity provider begins the session, and the customer was seen.',
  },
  {
    writes: ['provider_sign_in'],
    pairs: ['GET /customer unauthenticated'],
    reason: 'A sign-in that ended notes the day on which its last ID token was used.',
  },
  {
    writes: [
      'insert points_record',
      'lot',
      'update balance',
      'insert allocation',
      'insert moved_lot',
    ],
    pairs: [
      'POST /partner/points/{id}/reverse already_reversed',
      'POST /partner/points/{id}/reverse return_exceeds_purchase',
    ],
    reason:
      'The points of an absorbed account come back for a return of its purchase, and leave again (engine/verbs/recall.sql).',
  },
  {
    writes: ['intention'],
    pairs: [
      'POST /partner/points/intention/{id}/capture wrong_code',
      'POST /admin/counter/intention/{id}/capture wrong_code',
    ],
    reason: 'A wrong code counts (T5).',
  },
  {
    writes: ['insert partner_key'],
    pairs: [...declaredPairs].filter((pair) => pair.includes(' /admin/counter/')),
    reason:
      'The first call of a person in a shop makes the key under which its look-ups and attempts count.',
  },
  {
    writes: [
      'update hold',
      'update hold_allocation',
      'update intention',
      'update lot',
      'update balance',
      'insert notification',
      'insert webhook_event',
      'insert webhook_delivery',
    ],
    besides: ['update hold', 'update intention'],
    reason:
      'A hold or an intention whose time is over, or whose fifth code is wrong, ends although the command is refused.',
  },
  {
    writes: [
      'insert points_record',
      'insert allocation',
      'insert return_shortfall',
      'update return_shortfall',
      'customer_level',
      'level_change',
    ],
    besides: ['update return_shortfall'],
    reason:
      'The points of a hold that ends so go to an earlier return that could not take them (engine/return/recovery.sql), and the level follows.',
  },
]

/** The writes that no entry allows. */
export function unlistedWrites(pair: string, writes: string[]): string[] {
  const allowed = refusalWrites.filter(
    ({ pairs, besides }) =>
      (pairs?.includes(pair) ?? true) && (besides?.some((write) => writes.includes(write)) ?? true),
  )
  const isAllowed = (write: string) =>
    allowed.some((entry) => entry.writes.some((one) => write === one || write.endsWith(` ${one}`)))
  return writes.filter((write) => !isAllowed(write))
}
