/**
 * `npm run bench`: how many requests a second the hot paths answer, as shares of what is measured beside them in the
 * same run: an empty Fastify route for reads, pgbench calling the same SQL function one by one for writes. Runs are
 * interleaved and the medians are printed, so that a machine that slows down slows all alike.
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import autocannon from 'autocannon'
import Fastify, { type FastifyInstance } from 'fastify'

import { public_sources } from '#api/address/sources.ts'
import { createApp } from '#api/app.ts'
import { applyCompany } from '#api/company/apply.ts'
import { register } from '#api/customer/register.ts'
import { startEmbedded } from '#api/database/embedded.ts'
import { migrate } from '#api/database/migrate.ts'
import { openPool, row, rows, sql } from '#api/database/sql.ts'
import { createLog } from '#api/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { identityProviderOf } from '#api/session/identity-provider.ts'
import { CompanyFile } from '#contract/company.ts'

import { isWithinBudgets } from '../scripts/budget.ts'
import { buildPortal, portalIsStale } from '../scripts/build-portal.ts'

const clients = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const customers = 1_000
/** People who sign in at once. */
const crowd = 20
const password = 'segredo1'

const folder = await mkdtemp(join(tmpdir(), 'fiel-bench-'))
const server = await startEmbedded(folder)
try {
  if (await portalIsStale()) await buildPortal()
  await isWithinBudgets()
  await bench(server.url)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function bench(url: string): Promise<void> {
  await migrate(url)
  const pool = openPool(url, 20)
  const context = {
    database: pool,
    clock: () => new Date(),
    secret: Buffer.alloc(32),
    // What mails cost is not measured here.
    queueMail: async () => undefined,
    address_sources: public_sources,
    identity_provider: identityProviderOf({}, true),
    trusted_proxies: [],
    portal_folder: null,
    log: createLog('info'),
    demo_mailbox: null,
  }
  const app = await createApp(context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const empty = Fastify()
  empty.get('/', async () => ({ amount_balance: 0, value_balance: 0 }))
  await empty.listen({ port: 0, host: '127.0.0.1' })

  const world = await prepare(context)
  const script = await pgbenchScript(world)
  const figures: Record<string, number[]> = {}
  const note = (name: string, figure: number | undefined) => {
    if (figure) (figures[name] ??= []).push(figure)
  }
  for (let round = 0; round < rounds; round += 1) {
    note('empty', await requests({ url: address(empty) }))
    note(
      'balance',
      await requests({ url: `${address(app)}/api/customer/balance`, headers: world.headers }),
    )
    note('generate', await requests(generation(`${address(app)}/api`, world)))
    note('pgbench', pgbench(url, script))
    note('read_ms', await readTime(app, world))
    note('read_beside_logins_ms', await besideLogins(app, world, () => readTime(app, world)))
  }
  const median = (name: string) => figures[name]?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
  report(median)
  await app.close()
  await empty.close()
  await pool.end()
}

function report(median: (name: string) => number | undefined): void {
  const [empty, balance, generate, one_by_one] = ['empty', 'balance', 'generate', 'pgbench'].map(
    median,
  )
  const line = (name: string, figure: number, share: string) =>
    console.log(
      `${name.padEnd(42)}${Math.round(figure).toLocaleString('en').padStart(9)} /s  ${share}`,
    )
  line('an empty Fastify route', empty!, '')
  line(
    'GET /customer/balance',
    balance!,
    `${share(balance!, empty!)} of the empty route (goal 50 %)`,
  )
  if (one_by_one) {
    line('pgbench, the same function one by one', one_by_one, '')
    line(
      'POST /partner/points/generate',
      generate!,
      `${share(generate!, one_by_one)} of pgbench (goal 100 %)`,
    )
  } else {
    line(
      'POST /partner/points/generate',
      generate!,
      'pgbench is not on this machine: nothing to compare with',
    )
  }
  const [alone, beside] = [median('read_ms')!, median('read_beside_logins_ms')!]
  console.log(
    `a balance read beside ${crowd} logins takes ${(beside / alone).toFixed(1)} times as long as alone (goal: at most 2)`,
  )
}

/** The median time of a balance read, one after the other, in ms. */
async function readTime(app: FastifyInstance, { headers }: World): Promise<number> {
  const times: number[] = []
  for (let reads = 0; reads < 200; reads += 1) {
    const began = performance.now()
    await (await fetch(`${address(app)}/api/customer/balance`, { headers })).arrayBuffer()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[100]!
}

/** `work` while twenty people sign in, again and again. */
async function besideLogins<Result>(
  app: FastifyInstance,
  { headers, emails }: World,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const logins = emails.map(async (identifier) => {
    while (!over.signal.aborted) {
      const response = await fetch(`${address(app)}/api/customer/login`, {
        method: 'POST',
        headers: { 'company-id': headers['company-id'], 'content-type': 'application/json' },
        body: JSON.stringify({ identifier, password }),
      })
      if (response.status !== 200) throw new Error(`a login was answered ${response.status}`)
    }
  })
  const result = await work()
  over.abort()
  await Promise.all(logins)
  return result
}

function share(figure: number, whole: number): string {
  return `${Math.round((100 * figure) / whole)} %`
}

async function prepare(context: Parameters<typeof register>[0]) {
  const { database, clock } = context
  const file = CompanyFile.parse({
    slug: 'bench',
    name: 'Bench',
    frontend_domain: 'bench.localhost',
    logo: 'logo.svg',
    favicon: 'logo.svg',
    calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
  })
  const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from('<svg/>') }
  const images = new Map([['logo.svg', logo]])
  await applyCompany(
    database,
    { file, images, codes: new Map(), placeOf: (field) => field },
    clock(),
  )
  const company = await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = 'bench'`,
  )
  const { company_id } = company!
  const key = await createPartnerKey(database, company_id, 'Bench', clock())
  const people = await Promise.all(
    Array.from({ length: crowd }, (_, at) =>
      register(
        context,
        {
          name: 'Bench',
          email: `bench-${at}@exemplo.com.br`,
          document: cnpj(customers + at),
          birthdate: '1990-01-01',
          password,
          opt_in: true,
          opt_in_marketing: false,
        },
        { company_id, address: '127.0.0.1', user_agent: null, now: clock() },
      ),
    ),
  )
  const documents = Array.from({ length: customers }, (_, at) => cnpj(at))
  await rows(
    database,
    sql`with made as (
          insert into customer (company_id, document, login_type, created_at)
          select ${company_id}, unnest(${documents}::text[]), 'PRE', now()
          returning company_id, id)
        insert into balance (company_id, customer_id) select company_id, id from made`,
  )
  const partner = await row<{ id: string }>(
    database,
    sql`select id from partner_key where company_id = ${company_id}`,
  )
  return {
    company_id,
    partner_key_id: partner!.id,
    key,
    documents,
    headers: { 'company-id': company_id, authorization: `Bearer ${people[0]!.token}` },
    emails: people.map(({ data }) => data.email),
  }
}

type World = Awaited<ReturnType<typeof prepare>>

/** The check digits are a matter of the contract, which lets a CNPJ of letters through by the thousand. */
function cnpj(number: number): string {
  const twelve = `BENCH${number.toString(36).toUpperCase().padStart(7, '0')}`
  const digit = (text: string, weights: number[]) => {
    const rest =
      weights.reduce((sum, weight, at) => sum + weight * (text.charCodeAt(at) - 48), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  const first = digit(twelve, weights)
  return `${twelve}${first}${digit(`${twelve}${first}`, [6, ...weights])}`
}

function address(app: { server: { address(): unknown } }): string {
  return `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
}

function generation(url: string, { key, documents }: World): autocannon.Options {
  return {
    url: `${url}/partner/points/generate`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({
            customer: { document: documents[Math.floor(Math.random() * documents.length)] },
            purchase_value: 12_345,
            external_id: randomUUID(),
            subsidiary_name: 'Loja',
          }),
        }),
      },
    ],
  }
}

/** Requests a second; throws when one was not answered well. */
async function requests(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: clients, duration: seconds, ...options })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

async function pgbenchScript({ company_id, partner_key_id, documents }: World): Promise<string> {
  const path = join(folder, 'generate.sql')
  await writeFile(
    path,
    `\\set n random(0, ${customers - 1})
select (generate_points('${company_id}', '${partner_key_id}', id, 12345, 0, gen_random_uuid()::text, 'Loja', null, '\\x00', now())).refusal
  from (select id from customer where company_id = '${company_id}' and document = (array[${documents.map((document) => `'${document}'`).join()}])[:n + 1]) customer;
`,
  )
  return path
}

/** Transactions a second, or undefined on a machine without pgbench (Debian: postgresql-contrib). */
function pgbench(url: string, script: string): number | undefined {
  const run = spawnSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      url,
    ],
    {
      encoding: 'utf8',
    },
  )
  const found = /tps = ([\d.]+) \(without/.exec(run.stdout ?? '')
  return found ? Number(found[1]) : undefined
}
