/** A disk that can be full: a tmpfs with a tablespace for the tables that movements write. It needs root, and a kernel with tmpfs. */

import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'

/** Enough for all chunks of a proof. */
const size = '512m'
const tables = [
  'points_record',
  'lot',
  'allocation',
  'intention',
  'hold',
  'voucher',
  'counter_act',
  'audit_entry',
  'audit_personal',
]

export type SmallDisk = {
  /** No byte is left, until `free`. */
  fill: () => Promise<void>
  free: () => Promise<void>
  /** Call it once the database has stopped. */
  remove: () => Promise<void>
}

/** `dataFolder`: the folder of the embedded database. Null: this machine lets us mount no disk. */
export async function openSmallDisk(
  owner: pg.Client,
  dataFolder: string,
): Promise<SmallDisk | null> {
  const { uid, gid } = await stat(join(dataFolder, 'postgresql/data'))
  const folder = await mkdtemp(join(tmpdir(), 'fiel-disk-'))
  const disk = join(folder, 'disk')
  const remove = async () => {
    spawnSync('umount', [disk])
    await rm(folder, { recursive: true, force: true })
  }
  await mkdir(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  if (mounted.status !== 0) {
    await remove()
    return null
  }
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const space = join(disk, 'space')
  await mkdir(space)
  await chown(space, uid, gid)
  await owner.query(`create tablespace small location '${space}'`)
  for (const table of tables) await moveTable(owner, table)
  const resize = (limit: string) =>
    spawnSync('mount', ['-o', `remount,size=${limit}`, disk]).status === 0
  return {
    fill: async () => {
      // The kernel refuses a size below what is used, and PostgreSQL may have written meanwhile.
      for (;;) {
        const { bsize, blocks, bfree } = await statfs(disk)
        if (resize(String((blocks - bfree) * bsize))) return
      }
    },
    free: async () => void resize(size),
    remove,
  }
}

async function moveTable(owner: pg.Client, table: string): Promise<void> {
  await owner.query(`alter table fiel.${table} set tablespace small`)
  const { rows } = await owner.query<{ index: string }>(
    `select indexrelid::regclass::text as index from pg_index where indrelid = 'fiel.${table}'::regclass`,
  )
  for (const { index } of rows) await owner.query(`alter index ${index} set tablespace small`)
}
