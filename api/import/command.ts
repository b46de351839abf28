/** `fiel import`: brings members and balances from a CSV file (D17). Each verb writes entries of the audit log. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { defineCommand } from 'citty'
import type pg from 'pg'

import { operator } from '#api/audit/operator.ts'
import { companyNow } from '#api/clock/clock.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { importPartBytes, type ImportState, type ImportView } from '#contract/console/import.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { maxLine } from '#contract/value/text.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'
import { row, sql } from '#database/sql.ts'

import { continueImport, startImport } from './apply.ts'
import { beginImport, receivePart } from './check.ts'
import { refusedFile } from './refused-file.ts'
import { refusedLines } from './refused.ts'
import { readImport, viewOf, type Worker } from './stored-import.ts'

/** Refused lines that fit a screen; --refused writes all of them. */
const shownLines = 10
/** Milliseconds between two lines about progress. */
const progress_ms = 2_000

const args = {
  company: { type: 'positional', required: true, description: 'slug of the company' },
  file: { type: 'positional', required: true, description: 'the CSV file' },
  refused: {
    type: 'string',
    valueHint: 'FILE',
    description: 'a file for the refused lines, with the reason of each',
  },
} as const

type Args = { company: string; file: string; refused?: string | undefined }
type Run = { database: pg.Pool; company_id: string; worker: Worker; hash: Buffer }

const check = defineVerb({
  meta: {
    name: 'check',
    description: 'Reads a file and says what an import would do; changes nothing',
  },
  args,
  example: 'cafe saldos.csv --refused recusadas.csv',
  run: ({ args }) =>
    withRun(args, async (run) => {
      const view = await checked(run, args.file)
      await report(run, view, args)
      if (view.state === 'CHECKED') {
        console.log(`To apply it: npm run fiel -- import apply ${args.company} ${args.file}`)
      }
    }),
})

const apply = defineVerb({
  meta: {
    name: 'apply',
    description: 'Imports a file: the accepted lines. Run it again after a crash: it goes on',
  },
  args,
  example: 'cafe saldos.csv --refused recusadas.csv',
  run: ({ args }) =>
    withRun(args, async (run) => {
      const begun = await importOf(run, ['APPLYING', 'CHECKED'])
      const { id, state } = begun ?? (await checked(run, args.file))
      if (state === 'APPLYING') console.log('Going on with the import that was begun.')
      if (state !== 'REFUSED') await applied(run, id)
      const view = viewOf(await readImport(run.database, run.company_id, id))
      await report(run, view, args)
      console.log(resultLine(view))
    }),
})

export const importCommand = defineCommand({
  meta: { name: 'import', description: 'Members and balances from a CSV file' },
  subCommands: { check, apply },
})

async function withRun(args: Args, work: (run: Run) => Promise<void>): Promise<void> {
  await withDatabase(async (database) => {
    const { company_id } = await companyBySlug(database, args.company)
    const hash = await hashOf(args.file)
    await work({ database, company_id, hash, worker: { actor: operator(), caller: null } })
  })
}

/** SHA-256 of a file. Throws an Error of one sentence if the file cannot be read. */
async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${file} cannot be read (${code}).`, { cause: error })
  }
  return hash.digest()
}

/** The newest import of this file in one of these states. */
async function importOf(
  { database, company_id, hash }: Run,
  states: ImportState[],
): Promise<{ id: string; state: ImportState } | undefined> {
  return row(
    database,
    sql`select id, state
          from import
         where company_id = ${company_id} and file_hash = ${hash} and state = any (${states}::text[])
         order by state = 'APPLYING' desc, id desc
         limit 1`,
  )
}

async function ofNow({ database, company_id }: Run) {
  return { company_id, now: await companyNow({ database, clock: () => new Date() }, company_id) }
}

/** Sends the file part by part through the same check as the console's. Stops at a file that is refused as a whole. */
async function checked(run: Run, path: string): Promise<ImportView> {
  const { database, worker, hash } = run
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = { name: basename(path).slice(0, maxLine), size }
    let view = await beginImport(database, await ofNow(run), start, worker, hash)
    for (let part = 0; view.state === 'RECEIVING'; part += 1) {
      const from = part * importPartBytes
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(importPartBytes),
        0,
        importPartBytes,
        from,
      )
      const is_last = from + bytesRead >= size
      const bytes = buffer.subarray(0, bytesRead)
      view = await receivePart(
        database,
        await ofNow(run),
        view.id,
        { part, bytes, is_last },
        worker,
      )
    }
    return view
  } finally {
    await file.close()
  }
}

async function applied(run: Run, id: string): Promise<void> {
  await startImport(run.database, await ofNow(run), id, run.worker)
  for (;;) {
    const view = await continueImport(run.database, await ofNow(run), id, run.worker, progress_ms)
    if (view.state === 'APPLIED') return
    console.log(`${formatInteger(view.applied)} of ${formatInteger(view.balances)} balances`)
  }
}

async function report({ database, company_id }: Run, view: ImportView, args: Args): Promise<void> {
  if (view.failure !== null) throw new Error(view.failure)
  console.log(
    [
      `${formatInteger(view.lines)} lines: ${formatInteger(view.refused)} refused, ${formatInteger(view.known)} imported before`,
      `${formatInteger(view.new_customers)} new customers, ${formatInteger(view.existing_customers)} existing customers`,
      `${formatInteger(view.balances)} balances of ${formatInteger(view.points_amount)} points (${formatMoney(view.points_value)})`,
    ].join('\n'),
  )
  for (const { line, field, sentence } of await refusedLines(database, company_id, view.id, {
    after: 0,
    limit: shownLines,
  })) {
    console.log(`line ${line}, ${field ?? 'whole line'}: ${sentence}`)
  }
  if (args.refused !== undefined) await writeRefused(database, company_id, view.id, args.refused)
}

async function writeRefused(
  database: pg.Pool,
  company_id: string,
  id: string,
  path: string,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  await refusedFile(database, company_id, id).pipeTo(Writable.toWeb(file.createWriteStream()))
  console.log(`The refused lines are in ${path}.`)
}

function resultLine({
  applied,
  applied_amount,
  applied_value,
  known,
  balances,
}: ImportView): string {
  if (balances === 0 && known > 0)
    return 'Nothing to do: every balance of this file was imported before.'
  return `Imported: ${formatInteger(applied)} balances of ${formatInteger(applied_amount)} points (${formatMoney(applied_value)}).`
}
