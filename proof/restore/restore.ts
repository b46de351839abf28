/** Base backups under load, restored as another server: the same tables, and a ledger that its records rebuild (I14). */

import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'

import {
  type Node,
  openDatabase,
  patientLimits,
  type ProofDatabase,
  startNode,
} from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import type { Traffic } from '../traffic/attempt.ts'
import { Companies, type Trade } from '../traffic/companies.ts'
import { disturb } from '../traffic/disturb.ts'
import { changedTables, fingerprint } from '../traffic/fingerprint.ts'
import { readJournal } from '../traffic/journal.ts'
import { randomFrom } from '../traffic/random.ts'
import { verifyJournal, wrongsOf } from '../traffic/verify.ts'
import { openBaseBackup } from './base-backup.ts'
import { ledgerHashes } from './ledger-hash.ts'

const connections = 20
const size = { customers: 16, tills: 16, cashiers: 8, desks: 4, codes: 1_000 }
/** The load goes on for this time after the backup has ended. */
const further_ms = 1_000

export const restore: Proof = {
  name: 'restore',
  title:
    'Base backups under load, restored elsewhere: equal tables, and a ledger that its records rebuild',
  unit: 'drills',
  full: 20,
  open: () => openRestore(),
}

/** `spoil` gets the URL of each restored database's owner: a test breaks a promise there. */
export async function openRestore(
  spoil: (ownerUrl: string) => Promise<void> = async () => undefined,
): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const database = await openDatabase()
  opening.defer(database.close)
  const node = await startNode(database, { url: database.url, connections })
  opening.defer(node.close)
  const companies = new Companies(database.sealed, database.folder, size)
  opening.defer(() => companies.close())
  const opened = opening.move()
  return {
    chunk: async (seed) => drill({ database, node, spoil }, await companies.current(), seed),
    close: () => opened.disposeAsync(),
  }
}

type Opened = {
  database: ProofDatabase
  node: Node
  spoil: (ownerUrl: string) => Promise<void>
}

async function drill(opened: Opened, trade: Trade, seed: number): Promise<Chunk> {
  const { database, node } = opened
  const traffic: Traffic = { ...trade, address: () => node.address, badAnswers: [] }
  const backup = await openBaseBackup(database.ownerUrl, database.folder)
  try {
    const { answered } = await disturb(traffic, database.sealed, randomFrom(seed), {
      strike: backup.take,
      mend: () => undefined,
      longest_ms: further_ms,
    })
    await backup.addWal()
    const wrongs = await restored(opened, trade, backup.folder)
    wrongs.push(...traffic.badAnswers, ...node.defects.splice(0))
    return { steps: 1, wrongs, reached: { 'calls answered after the backup began': answered } }
  } finally {
    await backup.remove()
  }
}

/** Starts a server on the backup and compares it with the live one, on which nothing happens meanwhile. */
async function restored(
  { database: { sealed }, spoil }: Opened,
  { shop: { company_id }, journal }: Trade,
  folder: string,
): Promise<string[]> {
  const server = await startEmbedded(folder)
  const pool = openPool(server.runtimeUrl, 4, patientLimits)
  try {
    await spoil(server.url)
    const now = new Date()
    const live = await ledgerHashes(sealed.database, company_id, now)
    const copy = await ledgerHashes(pool, company_id, now)
    const tables = changedTables(
      await fingerprint(sealed.database, company_id),
      await fingerprint(pool, company_id),
    )
    const entries = await readJournal(journal.path)
    const found = await verifyJournal({ ...sealed, database: pool }, company_id, entries, now)
    return [
      ...(live.stored === live.rebuilt ? [] : ['the records do not rebuild the live ledger']),
      ...(copy.stored === copy.rebuilt ? [] : ['the records do not rebuild the restored ledger']),
      ...(live.stored === copy.stored ? [] : ['the restored ledger has another hash']),
      ...(tables.length > 0 ? [`the restored tables differ: ${tables.join(', ')}`] : []),
      ...wrongsOf({ ...found, badAnswers: [] }),
    ]
  } finally {
    await pool.end()
    await server.stop()
  }
}
