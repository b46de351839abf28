/** Verifies the chains of the audit log (D15). It repairs nothing. */

import type { Logger } from 'pino'

import { type Database, row, rows, sql } from '#database/sql.ts'

type AuditFault = { company_id: string; reason: string }
export type AuditVerification = { entries: number; faults: AuditFault[] }

/** Entries of one statement, which takes about 0.1 s. */
const entriesAtOnce = 5_000

const reasons = {
  gap: 'the entry before it is missing',
  order: 'it does not continue the entry before it',
  content: 'it is not as it was written',
  personal: 'its personal values are not as they were written',
}

/** The faults of one company's chain: a changed, removed or inserted entry, or changed personal values. */
export async function verifyAuditChain(
  database: Database,
  company_id: string,
): Promise<AuditVerification> {
  // Entries that follow during the verification are left to the next one.
  const end = (await row<{ last_sequence: number; head_sequence: number; agrees: boolean }>(
    database,
    sql`select * from audit_end(${company_id})`,
  ))!
  const faults: AuditFault[] = []
  for (let from = 1; from <= end.last_sequence; from += entriesAtOnce) {
    const to = Math.min(from + entriesAtOnce - 1, end.last_sequence)
    const found = await rows<{ sequence: number; fault: keyof typeof reasons }>(
      database,
      sql`select * from audit_faults(${company_id}, ${from}, ${to})`,
    )
    for (const { sequence, fault } of found) {
      faults.push({ company_id, reason: `entry ${sequence}: ${reasons[fault]}` })
    }
  }
  if (!end.agrees || end.last_sequence !== end.head_sequence) {
    const reason = `the chain ends with entry ${end.last_sequence}, and its head says ${end.head_sequence} or has another hash`
    faults.push({ company_id, reason })
  }
  return { entries: end.last_sequence, faults }
}

/** Verifies all companies, and logs one line for each fault and one with the counts. */
export async function reportAuditChains(
  database: Database,
  log: Logger,
): Promise<AuditVerification> {
  const verified: AuditVerification = { entries: 0, faults: [] }
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company_id from companies() order by company_id`,
  )
  for (const { company_id } of companies) {
    const { entries, faults } = await verifyAuditChain(database, company_id)
    verified.entries += entries
    verified.faults.push(...faults)
  }
  for (const fault of verified.faults) log.error(fault, 'audit log fault')
  log.info({ entries: verified.entries, faults: verified.faults.length }, 'audit log')
  return verified
}
