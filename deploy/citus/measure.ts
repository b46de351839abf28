/** The benchmark and the tests, as an operator runs them against a cluster. */

import { blockOf } from '../../docs/blocks.ts'
import type { DrillRecord } from '../evidence/record.ts'
import type { Cluster } from './cluster.ts'
import { typed } from './demo.ts'

/** A third of the usual time. That suffices, because cluster and single server are compared within one run. */
const shorter = 'BENCH_ROUNDS=3 BENCH_SECONDS=3'

export async function bench(record: DrillRecord, cluster: Cluster): Promise<void> {
  record.chapter('The benchmark, beside PostgreSQL alone in the same run')
  const command = `${shorter} ${blockOf('docs/citus-guide.md: npm run bench', on(cluster))}`
  await record.step(command, () => typed(command, {}), { maxLines: 45, maxWidth: 240 })
}

export async function test(record: DrillRecord, cluster: Cluster): Promise<void> {
  record.chapter('The tests')
  const command = blockOf('docs/citus-guide.md: npm run test:citus', on(cluster))
  await record.step(command, () => typed(command, {}))
}

function on(cluster: Cluster): [name: string, by: string][] {
  return [['postgresql://postgres@COORDINATOR:5432/postgres', cluster.urlOf('postgres')]]
}
