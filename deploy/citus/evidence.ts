/**
 * `npm run evidence-citus -- SOURCE` builds a Citus cluster on this machine, distributes the demo and follows
 * docs/citus-guide.md on it. The steps are a move under load, a lost worker, the way back, the tests and the benchmark. It
 * writes the last part of docs/evidence.md. SOURCE is a git repository of citusdata/citus. Needs Linux, root, and Debian's
 * debootstrap. Takes about an hour.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { head } from '../evidence/head.ts'
import { tableOf, writeCitusPart } from '../evidence/page.ts'
import { DrillRecord } from '../evidence/record.ts'
import { citusRelease, citusRoot, startCluster } from './cluster.ts'
import { distributeDemo } from './distribute.ts'
import { loseWorker } from './lose-worker.ts'
import { bench, test } from './measure.ts'
import { moveCompany } from './move.ts'
import { wayBack } from './way-back.ts'

if (process.getuid?.() !== 0) throw new Error('npm run evidence-citus needs root, for chroot.')
const source = process.argv[2] ?? 'https://github.com/citusdata/citus'
const began = performance.now()
const facts = head()
const record = new DrillRecord()
const root = citusRoot(source)
const folder = mkdtempSync(join(tmpdir(), 'fiel-citus-'))
const cluster = await startCluster(root, folder)
let failure: unknown
try {
  const demo = await distributeDemo(record, cluster)
  try {
    await moveCompany(record, cluster, demo)
    await loseWorker(record, cluster, demo)
  } finally {
    await demo.stop()
  }
  await wayBack(record, cluster, demo.variables)
  await bench(record, cluster)
  await test(record, cluster)
} catch (error) {
  failure = error
  record.note('The run failed here.')
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true })
}
const minutes = Math.round((performance.now() - began) / 60_000)
const page = writeCitusPart(`${tableOf(facts, minutes)}
The cluster is Citus ${citusRelease} on PostgreSQL 18: a coordinator and two workers, each a server of its own on a port of this machine. They
and the tills share its cores and its disk, so times and rates are those of a small machine. Passwords and TLS between the servers were
not tried, and neither was a network between them.

${record.text()}`)
console.log(`\n${page} is written after ${minutes} minutes.`)
if (failure) throw failure
