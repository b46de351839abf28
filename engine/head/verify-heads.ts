/** Proves the last head of each company from the ledger, for the nightly audit. It repairs nothing. */

import type { Logger } from 'pino'

import type { RecordHead } from '#contract/head/head.ts'
import { type Database, isUnreachable } from '#database/sql.ts'

import { proveHeadAt, uncoveredRecords } from './prove-head.ts'
import { lastHeads, storedHeads } from './read-head.ts'

type HeadFault = { company_id: string; reason: string }
/** `added`: a sentence for each company with records that came after the head of their day. */
type HeadVerification = { heads: number; faults: HeadFault[]; added: HeadFault[] }

/**
 * Computes the last head of each company anew, with all heads before it, and compares the hashes. So a record that was rewritten together
 * with its chain is found the night after. A record that was rewritten together with all heads is found only by the company, which
 * keeps a head outside the database. A head that cannot be verified is a fault of its company, and the others are still verified. An
 * abort and an unreachable database end the run at once.
 */
async function verifyHeads(database: Database, signal?: AbortSignal): Promise<HeadVerification> {
  const places = await lastHeads(database)
  const faults: HeadFault[] = []
  const added: HeadFault[] = []
  for (const { company_id, number, day } of places) {
    signal?.throwIfAborted()
    const { fault, addition } = await verifyHead(database, { company_id, number }).catch(unverified)
    if (fault !== undefined) faults.push({ company_id, reason: `head of ${day}: ${fault}` })
    if (addition !== undefined) added.push({ company_id, reason: addition })
  }
  return { heads: places.length, faults, added }
}

type Place = Pick<RecordHead, 'company_id' | 'number'>
type Verdict = { fault?: string; addition?: string }

async function verifyHead(database: Database, place: Place): Promise<Verdict> {
  const proof = await proveHeadAt(database, place)
  if (!proof.isProven) return { fault: proof.fault }
  const addition = await additionBefore(database, place)
  return addition === undefined ? {} : { addition }
}

/**
 * What was dated into the time of the head before this one, since that was taken. Undefined: nothing. The last head is younger than
 * these records and covers them, so the head before it is asked.
 */
async function additionBefore(
  database: Database,
  { company_id, number }: Place,
): Promise<string | undefined> {
  const [head] = await storedHeads(database, company_id, number - 1, number - 1)
  if (!head) return undefined
  const { records, first } = await uncoveredRecords(database, head)
  if (!first) return undefined
  return `${records} ${records === 1 ? 'record' : 'records'} dated until ${head.day} came after its head, the first as record ${first.sequence} of customer ${first.customer_id}`
}

/** The error's message may quote personal data, so the fault has its name and code. */
function unverified(error: unknown): Verdict {
  if (isUnreachable(error)) throw error
  const { name, code } = error as { name: string; code?: string }
  const cause = [name, code].filter(Boolean).join(' ')
  return { fault: `it could not be verified (${cause})` }
}

/**
 * Verifies all companies, and logs one line for each fault, as for a balance that differs, and one with the counts. A record that came
 * after the head of its day is a warning: a node whose clock is behind writes such records, too.
 */
export async function reportHeads(
  database: Database,
  log: Logger,
  signal?: AbortSignal,
): Promise<HeadVerification> {
  const verified = await verifyHeads(database, signal)
  for (const fault of verified.faults) log.error(fault, 'audit difference')
  for (const addition of verified.added) log.warn(addition, 'records added to an ended day')
  log.info({ heads: verified.heads, faults: verified.faults.length }, 'heads')
  return verified
}
