/**
 * `npm run import-bench` imports a CSV file of 100,000 lines, or as many as `--lines` says, with the command that an operator runs:
 * first the dry run, then the import, then the audit. The anchor is PostgreSQL's COPY of the same file into a table without keys.
 * Goal: dry run and import together in 120 s (D17). Exit code 1 if a figure is wrong or the goal is missed.
 */

import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { cpfWith } from '#api/testing/samples/cpf.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { inSchema } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { scriptOptions } from '../../scripts/command-line.ts'

const options = await scriptOptions('import-bench', 'Measures an import of members and balances', {
  lines: { type: 'string', default: '100000', description: 'Lines of the file' },
})

const lines = Number(options.lines)
const goal_s = 120
/** Of each 1,000 lines the last has a CPF with a wrong digit. */
const refusedEvery = 1_000
const pointsOfLine = 1_250
const header =
  'document;name;email;phone;birthdate;opt_in_marketing;points;value;expires_at;external_id'

const folder = await mkdtemp(join(dataParent(), 'fiel-import-'))
const server = await startEmbedded(folder)
try {
  await migrate({ ownerUrl: server.url, runtimeUrl: server.runtimeUrl })
  fiel('company', 'apply', 'companies/cafe', '--yes')
  const path = join(folder, 'saldos.csv')
  await writeFile(path, csv())
  const anchor_s = await copied(path)
  const check_s = seconds(() => fiel('import', 'check', 'cafe', path))
  const apply_s = seconds(() => fiel('import', 'apply', 'cafe', path))
  const audit_s = seconds(() => fiel('audit'))
  await verifyLedger()

  const total_s = check_s + apply_s
  console.log(`${lines.toLocaleString('en')} lines`)
  console.log(`dry run   ${check_s.toFixed(1)} s`)
  console.log(`import    ${apply_s.toFixed(1)} s`)
  console.log(`audit     ${audit_s.toFixed(1)} s, no difference`)
  console.log(`COPY      ${anchor_s.toFixed(1)} s, one table without keys`)
  console.log(`ratio     ${(total_s / anchor_s).toFixed(1)}`)
  console.log(`dry run and import: ${total_s.toFixed(1)} s; the goal is ${goal_s} s`)
  if (total_s > goal_s) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** New persons with a contact and a balance each; the last of each 1,000 lines is wrong. */
function csv(): string {
  const rows = Array.from({ length: lines }, (_, n) => {
    const document = isRefused(n) ? '11111111111' : cpfWith(100_000_000 + n)
    return `${document};Ana ${n};ana-${n}@exemplo.com.br;;;sim;${pointsOfLine};;31/12/2099;saldo-${n}`
  })
  return [header, ...rows].join('\r\n')
}

function isRefused(n: number): boolean {
  return n % refusedEvery === refusedEvery - 1
}

/** Runs a verb of fiel and throws its messages if it fails. */
function fiel(...args: string[]): void {
  const env = { ...process.env, DATABASE_URL: server.runtimeUrl, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fiel.cjs', ...args], {
    encoding: 'utf8',
    env,
  })
  if (status !== 0) throw new Error(`fiel ${args.join(' ')}: ${stdout}${stderr}`)
}

function seconds(work: () => void): number {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1000
}

/** Seconds of a COPY of the file into a table of ten texts. */
async function copied(path: string): Promise<number> {
  return withClient(async (client) => {
    const columns = header.split(';').map((column) => `${column} text`)
    await client.query(`create table copied (${columns.join(', ')})`)
    const began = performance.now()
    const copy = copyFrom(`copy copied from stdin with (format csv, delimiter ';', header)`)
    await pipeline(createReadStream(path), client.query(copy))
    const copy_s = (performance.now() - began) / 1000
    await client.query('drop table copied')
    return copy_s
  })
}

/** Throws unless each accepted line is one record and one balance of its points. */
async function verifyLedger(): Promise<void> {
  const accepted = lines - Math.floor(lines / refusedEvery)
  const { records, points } = await withClient(async (client) => {
    const { rows } = await client.query<{ records: number; points: number }>(
      `select (select count(*)::float from points_record where origin = 'import') as records,
              (select sum(amount)::float from balance) as points`,
    )
    return rows[0]!
  })
  if (records !== accepted || points !== accepted * pointsOfLine) {
    throw new Error(`${records} records and ${points} points of ${accepted} accepted lines`)
  }
}

async function withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server.url, ...inSchema })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
