/**
 * Back-fills: a migration that adds a column leaves the rows of large tables to a job. For example, `30_initials.back-fill.sql`
 * beside `30_initials.sql` would be one statement for one batch:
 *
 *     $1, $2  company_id and id of the last row that was looked at
 *     $3      the most rows of the batch
 *     result  company_id and id of the batch's last row, and how many rows it wrote; no row: the table's end
 *
 * It writes only rows without a value, because a batch may be repeated. A later file that needs all values has the line
 * `-- Needs the back-fill 30_initials.` and is refused until that back-fill has ended.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'

const schemaFolder = join(import.meta.dirname, '../schema')
const suffix = '.back-fill.sql'

type BackFill = { name: string; text: string }

/** The back-fills of this release, in the order of their numbers. */
export async function backFillsIn(folder: string = schemaFolder): Promise<BackFill[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(suffix))
  files.sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -suffix.length),
      text: await readFile(join(folder, file), 'utf8'),
    })),
  )
}

type TableFile = { name: string; text: string }

/** Registers the back-fill of an applied file. `isNew`: the database has no rows yet, so nothing is left to write. */
export async function registerBackFill(
  owner: pg.Client,
  backFills: BackFill[],
  { file, isNew }: { file: TableFile; isNew: boolean },
): Promise<void> {
  const name = file.name.replace(/\.sql$/, '')
  if (!backFills.some((backFill) => backFill.name === name)) return
  await owner.query(
    'insert into back_fill (name, ended_at) values ($1, case when $2 then now() end)',
    [name, isNew],
  )
}

/** Throws one sentence if a back-fill that the file needs has not ended. */
export async function requireBackFills(owner: pg.Client, file: TableFile): Promise<void> {
  for (const [, name] of file.text.matchAll(/^-- Needs the back-fill (\w+)\.$/gm)) {
    const { rows } = await owner.query(
      'select from back_fill where name = $1 and ended_at is not null',
      [name],
    )
    if (rows.length === 0) {
      throw new Error(
        `${file.name} needs the back-fill ${name}, which has not ended: serve with the release before this one until npm run fiel -- migrate --status says that it has.`,
      )
    }
  }
}

export type BackFillProgress = {
  name: string
  /** Rows written so far. */
  row_count: number
  registered_at: string
  ended_at: string | null
}

export async function backFillProgress(
  database: Pick<pg.Pool, 'query'>,
): Promise<BackFillProgress[]> {
  const { rows } = await database.query<BackFillProgress>(
    'select name, row_count, registered_at, ended_at from back_fill order by registered_at, name',
  )
  return rows
}
