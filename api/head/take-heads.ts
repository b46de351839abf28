/** The job that takes the daily heads of all companies and sends them (docs/decisions/058-daily-head.md). */

import type { SealedDatabase } from '#api/context/context.ts'
import type { QueueMail } from '#api/context/mail-job.ts'
import { runEach } from '#api/job/run-each.ts'
import { ownersOf } from '#api/staff/mailed-staff.ts'
import { emitEvent } from '#api/webhook/emit.ts'
import { isSandbox } from '#contract/sandbox/id.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'
import { storeHeadKey } from '#engine/head/head-key.ts'
import { type HeadSigner, takeHead } from '#engine/head/take-head.ts'

import { headSigner } from './head-signer.ts'

type Needs = SealedDatabase & { queueMail: QueueMail; now: Date; signal?: AbortSignal }

/**
 * Takes a head for each day that has ended without one, company by company. A sandbox has no heads, because its records can be deleted.
 * The errors are those of runEach. `now`: the servers' clock.
 */
export async function takeHeads({ secret, ...needs }: Needs): Promise<void> {
  const { database, now, signal } = needs
  const signer = headSigner(secret)
  await storeHeadKey(database, signer.publicKey, now)
  const companies = (await companyIds(database)).filter((company_id) => !isSandbox(company_id))
  await runEach(companies, (company_id) => takeHeadsOf(company_id, signer, needs), {
    failed: (count) => `${count} companies lack a daily head`,
    signal,
  })
}

/** After a pause of the job, a company has several days without a head. Each gets its own. */
async function takeHeadsOf(
  company_id: string,
  signer: HeadSigner,
  { database, queueMail, now, signal }: Omit<Needs, 'secret'>,
): Promise<void> {
  const options: Parameters<typeof takeHead>[3] = {
    signer,
    signal,
    announce: async (connection, head) => {
      await emitEvent(connection, company_id, 'head.signed', head, now)
      for (const staff_id of await ownersOf(connection, company_id)) {
        await queueMail(connection, {
          kind: 'record_head',
          company_id,
          staff_id,
          number: head.number,
        })
      }
    },
  }
  while ((await takeHead(database, company_id, now, options)) !== null);
}
