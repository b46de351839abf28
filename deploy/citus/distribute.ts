/** Copies the demo's data to the cluster, as from a single server, and distributes it. */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { runtimeUrl, startEmbedded } from '#database/embedded/embedded.ts'

import { blockOf } from '../../docs/blocks.ts'
import { createDatabase } from '../../scripts/citus/database.ts'
import { startDemoServer } from '../../scripts/demo-server.ts'
import type { DrillRecord } from '../evidence/record.ts'
import type { Cluster } from './cluster.ts'
import { type Demo, startNode, typed, type Variables } from './demo.ts'

/** Returns a running node on the distributed demo. */
export async function distributeDemo(record: DrillRecord, cluster: Cluster): Promise<Demo> {
  record.chapter('The demo, distributed')
  const DATABASE_OWNER_URL = await createDatabase(cluster.urlOf('postgres'), 'fiel')
  const variables = {
    DATABASE_URL: runtimeUrl(DATABASE_OWNER_URL),
    DATABASE_OWNER_URL,
    FIEL_SECRET: randomBytes(32).toString('hex'),
  }
  const [migrate, distribute] = blockOf('docs/citus-guide.md: npm run fiel -- migrate').split(
    '\n',
  ) as [string, string]
  await record.step(migrate, () => typed(migrate, variables))
  const keys = await copyDemo(record, cluster, variables)
  await record.step(distribute, () => typed(distribute, variables))
  const demo = await startNode(keys, variables)
  const tills = await demo.tills()
  const placed = Map.groupBy(tills, ({ worker }) => worker)
  const places = [...placed].map(
    ([worker, own]) => `${own.map(({ slug }) => slug).join(' and ')} on ${worker}`,
  )
  record.verify(tills.length > 1, `A node serves the companies: ${places.join(', ')}.`, tills)
  await audit(record, variables)
  return demo
}

/** Copies the rows of a new demo. Returns the keys of its tills by the company's slug. */
async function copyDemo(
  record: DrillRecord,
  cluster: Cluster,
  { DATABASE_OWNER_URL, FIEL_SECRET }: Variables,
): Promise<Map<string, string>> {
  const demo = await startDemoServer({ FIEL_SECRET, DATABASE_URL: '' })
  const embedded = await startEmbedded(demo.folder)
  try {
    const copy = blockOf('docs/citus-guide.md: pg_dump "$SINGLE_URL"')
    const urls = `export SINGLE_URL=${embedded.url} CLUSTER_URL=${DATABASE_OWNER_URL}`
    await record.step(copy, () => cluster.type(`${urls}\n${copy}`))
    return new Map(
      [...demo.origins.keys()].map((slug) => [
        slug,
        readFileSync(join(demo.folder, `demo-partner-key-${slug}`), 'utf8'),
      ]),
    )
  } finally {
    await embedded.stop()
    await demo.stop()
  }
}

export async function audit(record: DrillRecord, variables: Variables): Promise<void> {
  const command = 'npm run audit'
  await record.step(command, () => typed(command, variables))
}
