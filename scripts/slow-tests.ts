/** The test files that only `npm run night` runs, each with the reason. `npm test` stays under 12 minutes without them. */
export const slowTests: Record<string, string> = {
  'api/audit/index-access.test.ts': 'fills an audit log of 100,000 entries',
  'bench/crash/crash.test.ts': 'kills servers under load; the step crash does the same 400 times',
  'database/locked-table.race.test.ts': 'waits until the time limits of locked tables have passed',
}

/** The environment variable by which vitest.config.ts includes the slow tests. */
export const slowTestsVariable = 'SLOW_TESTS'
