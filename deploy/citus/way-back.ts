/** Copies the rows from the cluster back to a database on one server. */

import { runtimeUrl } from '#database/embedded/embedded.ts'

import { blockOf } from '../../docs/blocks.ts'
import type { DrillRecord } from '../evidence/record.ts'
import type { Cluster } from './cluster.ts'
import { typed, type Variables } from './demo.ts'
import { audit } from './distribute.ts'

export async function wayBack(
  record: DrillRecord,
  cluster: Cluster,
  { DATABASE_OWNER_URL: clusterUrl, FIEL_SECRET }: Variables,
): Promise<void> {
  record.chapter('The way back to one server')
  // This database has no extension citus, so it is as on a single server.
  cluster.type(`psql ${cluster.urlOf('postgres')} -c 'create database single'`)
  const singleUrl = cluster.urlOf('single')
  const variables = {
    DATABASE_URL: runtimeUrl(singleUrl),
    DATABASE_OWNER_URL: singleUrl,
    FIEL_SECRET,
  }
  const migrate = 'npm run fiel -- migrate'
  await record.step(migrate, () => typed(migrate, variables))
  const copy = blockOf('docs/citus-guide.md: pg_dump "$CLUSTER_URL"')
  const urls = `export CLUSTER_URL=${clusterUrl} SINGLE_URL=${singleUrl}`
  await record.step(copy, () => cluster.type(`${urls}\n${copy}`))
  await audit(record, variables)
}
