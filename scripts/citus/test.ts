/**
 * `npm run test:citus -- URL` runs the tests that speak HTTP on a Citus cluster. URL is that of its coordinator, with a role that may
 * create databases and roles on every server. It makes databases of its own.
 */

import { command } from '../steps.ts'

const [url] = process.argv.slice(2)
if (url === undefined) {
  console.error(
    'Name the coordinator: npm run test:citus -- postgresql://postgres@127.0.0.1:5432/postgres',
  )
  process.exit(2)
}
const hasPassed = await command(
  'vitest',
  ['run', '--config', 'scripts/citus/vitest.config.ts', ...process.argv.slice(3)],
  { env: { CITUS_URL: url } },
)
process.exitCode = hasPassed ? 0 : 1
