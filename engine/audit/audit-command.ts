/**
 * `npm run audit`: replays the records of every customer; with `-- --one-in 100`, of a sample. Logs one line for each
 * customer whose stored balance differs, and exits with 1. Writes the counts to METRICS_FILE, if set, for Prometheus's
 * textfile collector. Repairs nothing.
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
