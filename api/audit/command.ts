/** `fiel audit`: replays customers' records against the stored balances, verifies heads and audit log, or proves one head. It repairs nothing. */

import { writeFile } from 'node:fs/promises'

import { pino } from 'pino'

import { HeadHash } from '#contract/head/head.ts'
import { defineVerb, integerOption, UsageError, withDatabase } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'
import { reportAudit } from '#engine/audit/audit.ts'
import { proveHead, uncoveredRecords } from '#engine/head/prove-head.ts'
import { reportHeads } from '#engine/head/verify-heads.ts'

import { reportAuditChains } from './verify.ts'

export const audit = defineVerb({
  meta: {
    name: 'audit',
    description:
      'Replays customers’ records, compares the balances, verifies the last heads and the audit log, or proves the head of a day; exit code 1 and a line for each difference',
  },
  args: {
    'one-in': {
      type: 'string',
      valueHint: 'NUMBER',
      default: '1',
      description: 'checks a sample of one customer in NUMBER',
    },
    head: {
      type: 'string',
      valueHint: 'HASH',
      description: 'only proves or refutes the head with this hash from the records of the ledger',
    },
  },
  example: '--one-in 100',
  run: async ({ args }) => {
    if (args.head !== undefined) return prove(args.head)
    const oneIn = integerOption('one-in', args['one-in'], Number.MAX_SAFE_INTEGER)
    await withDatabase(async (database) => {
      const log = pino({ base: null })
      const { customers, differences } = await reportAudit(database, log, new Date(), oneIn)
      // A head covers all customers, so a sample leaves the heads out.
      const heads = oneIn === 1 ? await reportHeads(database, log) : { faults: [] }
      const { entries, faults } = await reportAuditChains(database, log)
      const metrics = [
        `fiel_audit_customers ${customers}`,
        `fiel_audit_differences ${differences.length + heads.faults.length}`,
        `fiel_audit_log_entries ${entries}`,
        `fiel_audit_log_faults ${faults.length}`,
        '',
      ].join('\n')
      const { METRICS_FILE } = environment
      if (METRICS_FILE) await writeFile(METRICS_FILE, metrics)
      if (differences.length > 0 || heads.faults.length > 0 || faults.length > 0)
        process.exitCode = 1
    })
  },
})

/**
 * Prints a sentence that begins with 'Proven' or 'Refuted'. Refuted: exit code 1. A second sentence counts records that were dated into
 * the head's time after it was taken.
 */
async function prove(written: string): Promise<void> {
  const hash = HeadHash.safeParse(written.trim().toLowerCase())
  if (!hash.success) throw new UsageError('The hash of a head has 64 hexadecimal digits.')
  await withDatabase(async (database) => {
    const proof = await proveHead(database, hash.data)
    if (!proof.isProven) {
      console.log(`Refuted: ${proof.fault}.`)
      process.exitCode = 1
      return
    }
    const { company_id, day, records } = proof.head
    console.log(
      `Proven: all records of company ${company_id} until ${day} are as they were when its head was taken (${figure(records)} records, ${figure(proof.customers)} customers).`,
    )
    const { records: later, first } = await uncoveredRecords(database, proof.head)
    if (first) {
      console.log(
        `Not covered: ${figure(later)} ${later === 1 ? 'record' : 'records'} dated until ${day} came after the head, the first as record ${first.sequence} of customer ${first.customer_id}.`,
      )
    }
  })
}

const figure = (count: number) => count.toLocaleString('en')
