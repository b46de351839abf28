import { moveClock } from '#api/clock/clock.ts'
import type { Context } from '#api/context/context.ts'
import { expireIntentions } from '#api/intention/expire.ts'
import { settleDue } from '#api/level/settle-due.ts'
import { writeNoticesOf } from '#api/notification/expiry/notices.ts'
import type { SandboxClock } from '#contract/sandbox/sandbox.ts'

import { refuseReal } from './refuse-real.ts'

/**
 * Moves a sandbox's clock forward, and does what the jobs would do by then. It ends intentions, settles levels and writes the
 * notices of the day. Each step commits on its own, as in its job, because one transaction would lock all customers of the sandbox.
 * The clock moves first. After a crash the remaining steps are done by the jobs, or by a repeat of the call, which moves the clock
 * no further. Throws `forbidden` for a real company.
 */
export async function advanceClock(
  { database, engine, clock }: Pick<Context, 'database' | 'engine' | 'clock'>,
  company_id: string,
  to: Date,
): Promise<SandboxClock> {
  refuseReal(company_id)
  const now = await moveClock(database, company_id, to, clock())
  await expireIntentions(database, clock(), engine, { company_id })
  await settleDue(database, clock(), undefined, { company_id })
  await writeNoticesOf(database, company_id, now)
  return { now: now.toISOString() }
}
