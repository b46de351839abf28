/** `fiel audit`: replays customers' records against the stored balances, and verifies the audit log. It repairs nothing. */

import { writeFile } from 'node:fs/promises'

import { pino } from 'pino'

import { defineVerb, integerOption, withDatabase } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'
import { reportAudit } from '#engine/audit/audit.ts'

import { reportAuditChains } from './verify.ts'

export const audit = defineVerb({
  meta: {
    name: 'audit',
    description:
      'Replays customers’ records, compares the balances and verifies the audit log; exit code 1 and a line of the log for each difference',
  },
  args: {
    'one-in': {
      type: 'string',
      valueHint: 'NUMBER',
      default: '1',
      description: 'checks a sample of one customer in NUMBER',
    },
  },
  example: '--one-in 100',
  run: async ({ args }) => {
    const oneIn = integerOption('one-in', args['one-in'], Number.MAX_SAFE_INTEGER)
    await withDatabase(async (database) => {
      const log = pino({ base: null })
      const { customers, differences } = await reportAudit(database, log, new Date(), oneIn)
      const { entries, faults } = await reportAuditChains(database, log)
      const metrics = [
        `fiel_audit_customers ${customers}`,
        `fiel_audit_differences ${differences.length}`,
        `fiel_audit_log_entries ${entries}`,
        `fiel_audit_log_faults ${faults.length}`,
        '',
      ].join('\n')
      const { METRICS_FILE } = environment
      if (METRICS_FILE) await writeFile(METRICS_FILE, metrics)
      if (differences.length > 0 || faults.length > 0) process.exitCode = 1
    })
  },
})
