/** A base backup of the embedded PostgreSQL while it works, by pg_backup_start and pg_backup_stop: its package has no pg_basebackup. */

import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

/** PostgreSQL writes these itself when it starts. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal'])

export type BaseBackup = {
  /** The folder for `startEmbedded`. */
  folder: string
  /** Copies the files. The database may work meanwhile. */
  take: () => Promise<void>
  /** Copies the WAL up to now, so that a restored database has every commit until now. */
  addWal: () => Promise<void>
  remove: () => Promise<void>
}

/** `dataFolder`: the folder of the embedded database. */
export async function openBaseBackup(ownerUrl: string, dataFolder: string): Promise<BaseBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-backup-'))
  const from = join(dataFolder, 'postgresql')
  const to = join(folder, 'postgresql')
  // The session that starts a backup must stop it.
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await keepWal(owner)
  return {
    folder,
    take: async () => {
      await owner.query(`select pg_backup_start('proof', fast => true)`)
      await copyFolder(join(from, 'data'), join(to, 'data'))
      await copyFile(join(from, 'password'), join(to, 'password'))
      const { rows } = await owner.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop()',
      )
      await writeFile(join(to, 'data/backup_label'), rows[0]!.labelfile)
    },
    addWal: async () => {
      await owner.query('select pg_switch_wal()')
      await cp(join(from, 'data/pg_wal'), join(to, 'data/pg_wal'), { recursive: true })
    },
    remove: async () => {
      await owner.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Without an archive, PostgreSQL would overwrite the segments that the backup needs. */
async function keepWal(owner: pg.Client): Promise<void> {
  await owner.query(`alter system set wal_keep_size = '2GB'`)
  await owner.query('select pg_reload_conf()')
}

/** PostgreSQL may remove a file while its folder is copied: the WAL says so again at the recovery. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, copy)
    else await copyFile(source, copy).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
