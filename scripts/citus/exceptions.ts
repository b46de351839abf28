/** The test files that no cluster can pass, with the reason: they look into one server. PostgreSQL alone runs them all. */

const accesses =
  'counts the accesses of a table in pg_stat_xact_user_tables, which lacks the shards'

export const exceptions: Record<string, string> = {
  'api/desk/index-access.test.ts': accesses,
  'api/level/early-plan.test.ts': accesses,
  'api/level/index-access.test.ts': `${accesses}, and reads plans with explain`,
  'api/movement/index-access.test.ts': accesses,
  'api/points/index-access.test.ts': accesses,
  'api/report/bi-schema.test.ts':
    'reads the views of a BI tool with a role of its own, which has no rights on the tables of workers',
  'api/testing/refusal/record-writes.test.ts':
    'tests the triggers that note the writes of calls, and Citus refuses triggers on a distributed table',
  'engine/head/prove-head.test.ts':
    'removes the keys of the ledger in a transaction that it rolls back, and Citus cannot within one transaction',
  'engine/lock-order.race.test.ts':
    'finds waits for rows in pg_locks, which lacks the rows of workers',
}

/** The test file that sees each verb of the engine sent to a worker. Without it a run on a cluster proves little. */
export const pushedDown = 'scripts/citus/pushed-down.test.ts'

/** These test files need a cluster: `npm run test:citus` runs them, and `npm test` does not. */
export const onCluster = [pushedDown, 'scripts/citus/move.test.ts']
