/** Proves the last head of each company from the ledger, for the nightly audit. It repairs nothing. */

import type { Logger } from 'pino'

import { type Database, isUnreachable } from '#database/sql.ts'

import { type Proof, proveHeadAt } from './prove-head.ts'
import { lastHeads } from './read-head.ts'

type HeadFault = { company_id: string; reason: string }
type HeadVerification = { heads: number; faults: HeadFault[] }

/**
 * Computes the last head of each company anew, with all heads before it, and compares the hashes. So a record that was rewritten together
 * with its chain is found the night after. A record that was rewritten together with all heads is found only by the company, which
 * keeps a head outside the database. A head that cannot be verified is a fault of its company, and the others are still verified. An
 * abort and an unreachable database end the run at once.
 */
async function verifyHeads(database: Database, signal?: AbortSignal): Promise<HeadVerification> {
  const places = await lastHeads(database)
  const faults: HeadFault[] = []
  for (const { company_id, number, day } of places) {
    signal?.throwIfAborted()
    const proof = await proveHeadAt(database, { company_id, number }).catch(unverified)
    if (!proof.isProven) faults.push({ company_id, reason: `head of ${day}: ${proof.fault}` })
  }
  return { heads: places.length, faults }
}

/** The error's message may quote personal data, so the fault has its name and code. */
function unverified(error: unknown): Proof {
  if (isUnreachable(error)) throw error
  const { name, code } = error as { name: string; code?: string }
  const cause = [name, code].filter(Boolean).join(' ')
  return { isProven: false, fault: `it could not be verified (${cause})` }
}

/** Verifies all companies, and logs one line for each fault, as for a balance that differs, and one with the counts. */
export async function reportHeads(
  database: Database,
  log: Logger,
  signal?: AbortSignal,
): Promise<HeadVerification> {
  const verified = await verifyHeads(database, signal)
  for (const fault of verified.faults) log.error(fault, 'audit difference')
  log.info({ heads: verified.heads, faults: verified.faults.length }, 'heads')
  return verified
}
