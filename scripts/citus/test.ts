/**
 * `npm run test:citus -- URL` runs the tests of api/ and engine/ on a Citus cluster. URL is that of its coordinator, with a role
 * that may create databases and roles on every server. It makes databases of its own. Files after URL are run alone.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { command, CommandError } from '../steps.ts'
import { type Report, summaryOf } from './summary.ts'

const [url, ...files] = process.argv.slice(2)
if (url === undefined) {
  console.error(
    'Name the coordinator: npm run test:citus -- postgresql://postgres@127.0.0.1:5432/postgres',
  )
  process.exit(2)
}
const began = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'fiel-citus-'))
const output = join(folder, 'report.json')
const hasPassed = await command(
  'vitest',
  [
    'run',
    '--config=scripts/citus/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
    ...files,
  ],
  { env: { CITUS_URL: url } },
).catch((error: unknown) => {
  if (error instanceof CommandError) return false
  throw error
})
// Vitest writes no report when it cannot begin.
const report = await readFile(output, 'utf8').catch(() => '{"testResults":[]}')
await rm(folder, { recursive: true })
const summary = summaryOf(JSON.parse(report) as Report, {
  root: join(import.meta.dirname, '../..'),
  isWhole: files.length === 0,
  minutes: (performance.now() - began) / 60_000,
})
console.log(`\n${summary.lines.join('\n')}`)
process.exitCode = hasPassed && summary.hasPassed ? 0 : 1
