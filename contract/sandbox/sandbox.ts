/** The calls of a sandbox: the developer of a till creates customers and moves the clock forward. */

import * as z from 'zod/mini'

import { Name } from '#contract/customer.ts'
import { Document } from '#contract/person/document.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** The last instant that a sandbox's clock can be moved to. */
const lastInstant = '2099-12-31T23:59:59.999Z'

/** POST /partner/sandbox/clock. */
export const SandboxInstant = z.strictObject({
  /** With Z or an offset. */
  now: z.iso.datetime({ offset: true }).check(
    z.refine((now) => Date.parse(now) <= Date.parse(lastInstant), {
      error: 'Use um instante até o fim de 2099',
    }),
  ),
})

export const SandboxClock = z.object({ now: z.iso.datetime() })
export type SandboxClock = z.infer<typeof SandboxClock>

/** POST /partner/sandbox/customer. */
export const SandboxPerson = z.strictObject({
  document: Document,
  name: z._default(Name, 'Cliente de Teste'),
})
export type SandboxPerson = z.output<typeof SandboxPerson>

/** A customer of a sandbox, and a session with which the till calls as this customer's phone would. */
export const SandboxCustomer = z.object({
  customer_id: Uuid,
  /** For the header `Company-Id`. */
  company_id: Uuid,
  token: z.string(),
})
export type SandboxCustomer = z.infer<typeof SandboxCustomer>
