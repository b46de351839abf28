/** Compares a journal with the database: each acknowledged write is stored once, whole, and nothing else is stored. */

import { verifyAuditChain } from '#api/audit/verify.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { halves } from '#api/testing/models/halves.ts'
import { type Verification, without } from '#api/testing/models/verification.ts'
import { audit } from '#engine/audit/audit.ts'

import { effectsOfCall } from './effects.ts'
import { allFacts, staffHalves } from './facts.ts'
import type { Entry } from './journal.ts'

/** Every call of `entries` must have its answer. The audit is that of `fiel audit`, for this company. */
export async function verifyJournal(
  sealed: SealedDatabase,
  company_id: string,
  entries: Entry[],
  now: Date,
): Promise<Verification> {
  const { database } = sealed
  const expected = entries.flatMap(({ call, answer }) => effectsOfCall(call, answer!))
  const stored = await allFacts(sealed, company_id)
  const { differences } = await audit(database, now, { company_id })
  const { faults } = await verifyAuditChain(database, company_id)
  return {
    lost: without(expected, stored),
    doubled: without(stored, expected),
    halves: [...(await halves(database, company_id)), ...(await staffHalves(database, company_id))],
    differences: [
      ...differences.map(({ customer_id, reason }) => `${customer_id} ${reason}`),
      ...faults.map(({ reason }) => `audit log: ${reason}`),
    ],
  }
}

/** One sentence for each problem. Empty if nothing is wrong. */
export function wrongsOf(found: Verification & { badAnswers: string[] }): string[] {
  return (['lost', 'doubled', 'halves', 'differences', 'badAnswers'] as const).flatMap((kind) =>
    found[kind].map((problem) => `${kind}: ${problem}`),
  )
}
