/**
 * `npm run audit`: replays every customer's records, `npm run audit -- --one-in 100` those of a sample. The exit code is 1
 * when a kept balance differs; a line of the log for each customer says how. METRICS_FILE, where it is set, gets the counts
 * for a Prometheus textfile collector. Nothing is repaired.
 */

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { pino } from 'pino'

import { withDatabase } from '#database/connect.ts'

import { reportAudit } from './audit.ts'

const log = pino({ base: null })
const { values } = parseArgs({ options: { 'one-in': { type: 'string', default: '1' } } })

await withDatabase(async (database) => {
  const { customers, differences } = await reportAudit(
    database,
    log,
    new Date(),
    Number(values['one-in']),
  )
  const metrics = `fiel_audit_customers ${customers}\nfiel_audit_differences ${differences.length}\n`
  if (process.env['METRICS_FILE']) await writeFile(process.env['METRICS_FILE'], metrics)
  if (differences.length > 0) process.exitCode = 1
})
