/**
 * `npm run audit`: replays every customer's records. Exit code 1 when what is kept differs; a line of the log a customer
 * says how, and METRICS_FILE, where it is set, gets the counts for a Prometheus textfile collector. Nothing is repaired.
 */

import { writeFile } from 'node:fs/promises'

import { withDatabase } from '#api/database/connect.ts'
import { createLog } from '#api/log.ts'

import { reportAudit } from './audit.ts'

const log = createLog('info')

await withDatabase(async (database) => {
  const { customers, differences } = await reportAudit(database, log, new Date())
  const metrics = `fiel_audit_customers ${customers}\nfiel_audit_differences ${differences.length}\n`
  if (process.env['METRICS_FILE']) await writeFile(process.env['METRICS_FILE'], metrics)
  if (differences.length > 0) process.exitCode = 1
})
