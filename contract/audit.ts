/** The audit log: who did what in a company's programme, when and from where (D15). Append-only. */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { text } from '#contract/value/text.ts'

/** What an entry tells of. Every write of the console has one. */
export const auditActions = [
  'staff.signed_in',
  'staff.signed_out',
  'staff.sign_in_refused',
  'staff.invited',
  'staff.joined',
  'staff.changed',
  'staff.left',
  'staff.password_changed',
  'staff.factor_added',
  'staff.factor_removed',
  'staff.session_ended',
  'programme.published',
  'programme.requested',
  'programme.approved',
  'programme.withdrawn',
  'programme.discarded',
  'key.made',
  'key.changed',
  'key.revoked',
  'webhook.secret_made',
  'webhook.enabled',
  'webhook.replayed',
  'customer.found',
  'customer.exported',
  'customer.erased',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `staff`: a person of the console. `operator`: a command on the server. `system`: a job, as a scheduled publication. */
const actorKinds = ['staff', 'operator', 'system'] as const

export const AuditEntry = z.object({
  /** 1, 2, 3 …: the place in the company's chain. */
  sequence: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(actorKinds),
    /** Of a staff member; else null. */
    id: z.nullable(z.uuid()),
    name: z.string(),
  }),
  action: z.enum(auditActions),
  /** In Portuguese: 'Ana convidou rui@cafe.com.br como caixa'. */
  sentence: z.string(),
  /** The id or the name of what was changed; null: nothing single. */
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The caller's network address; null: none. */
  address: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  /** Words of the sentence, in any order, without case and accents. */
  text: z.optional(text(1, 191)),
  action: z.optional(z.enum(auditActions)),
  staff_id: z.optional(z.uuid()),
  /** Days in the company's time zone, both included. */
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
}

export const AuditFilters = z.strictObject(filters)
export type AuditFilters = z.output<typeof AuditFilters>
export const AuditPage = z.strictObject({
  ...filters,
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})
export type AuditPage = z.output<typeof AuditPage>

/** Lines of one CSV. A file that was cut says so in its last line. */
export const maxAuditLines = 20_000
export const AuditFile = z.custom<ReadableStream<Uint8Array> | Blob>()
