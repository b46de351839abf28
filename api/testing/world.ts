/** A small world for a test file: its own database, two companies, a clock that the test moves, calls through HTTP. */

import { randomInt, randomUUID } from 'node:crypto'

import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

import { createApp } from '#api/app.ts'
import { applyCompany } from '#api/company/apply.ts'
import { openPool, row, sql } from '#api/database/sql.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { CompanyFile } from '#contract/company.ts'
import { isCpf } from '#contract/document.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusal.ts'

import { withDatabaseName } from './database-url.ts'

export type TestCompany = { id: string; hostname: string; key: string }
export type Answer = {
  status: number
  body: unknown
  headers: Record<string, string>
  text: string
}
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** Call it once at the top of a test file. */
export async function createWorld({ log }: { log?: (line: string) => void } = {}) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresql')
  await administer(server, `create database ${name} template template_fiel`)
  const url = withDatabaseName(server, name)
  const database = openPool(url, 10)

  let now = new Date('2026-11-20T15:00:00Z')
  const app = await createApp({
    database,
    clock: () => now,
    portal_folder: null,
    log_level: log ? 'debug' : 'silent',
    ...(log && { log_stream: { write: log } }),
  })
  afterAll(async () => {
    await app.close()
    await database.end()
    await administer(server, `drop database ${name} with (force)`)
  })

  const cafe = await createCompany('cafe', {})
  const posto = await createCompany('posto', {
    calculation_rules: [{ name: 'Cashback', type: 'PERCENTAGE', rate: 5 }],
  })

  /** Another company, its file the smallest that the contract takes, with `changes`. */
  async function createCompany(slug: string, changes: object): Promise<TestCompany> {
    const hostname = `${slug}.localhost`
    const file = CompanyFile.parse({
      slug,
      name: slug,
      frontend_domain: hostname,
      logo: 'logo.svg',
      favicon: 'logo.svg',
      calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
      ...changes,
    })
    const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from('<svg/>') }
    await applyCompany(database, { file, images: new Map([['logo.svg', logo]]) }, now)
    const { company_id } = (await row<{ company_id: string }>(
      database,
      sql`select company_id from company where slug = ${slug}`,
    ))!
    return {
      id: company_id,
      hostname,
      key: await createPartnerKey(database, company_id, 'Caixa', now),
    }
  }

  /** Any call of the contract, as it goes over HTTP; nothing is checked on the way out. */
  async function call(key: EndpointKey, sent: Sent = {}): Promise<Answer> {
    return send(app, key, sent)
  }

  /** A new customer of `company` by the public door, signed in. */
  async function registered(company: TestCompany, changes: object = {}) {
    const body = { ...registration(), ...changes }
    const answer = await call('POST /customer/create-via-email', {
      body,
      headers: asGuest(company),
    })
    if (answer.status !== 201) throw new Error(answer.text)
    const { data, token } = answer.body as ResponseOf<'POST /customer/create-via-email'>
    return { ...body, id: data.id, token, headers: asCustomer(company, token) }
  }

  /** A sale by the company's till. */
  function generate(company: TestCompany, sale: object): Promise<Answer> {
    return call('POST /partner/points/generate', { body: sale, headers: asPartner(company) })
  }

  return {
    app,
    database,
    url,
    cafe,
    posto,
    createCompany,
    call,
    registered,
    generate,
    now: () => now,
    moveClock: (to: string) => void (now = new Date(to)),
  }
}

export function asGuest(company: TestCompany): Record<string, string> {
  return { 'company-id': company.id }
}

export function asCustomer(company: TestCompany, token: string): Record<string, string> {
  return { 'company-id': company.id, authorization: `Bearer ${token}` }
}

export function asPartner({ key }: { key: string }): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

/** A registration that nobody has sent before. */
export function registration() {
  return {
    name: 'Ana Lima',
    email: `${randomUUID()}@exemplo.com.br`,
    document: newCpf(),
    birthdate: '1990-12-31',
    password: 'segredo1',
    opt_in: true,
    opt_in_marketing: false,
  }
}

/** A sale that no till has sent before. */
export function sale(document: string, changes: object = {}) {
  return {
    customer: { document },
    purchase_value: 10_000,
    external_id: randomUUID(),
    subsidiary_name: 'Loja 1',
    ...changes,
  }
}

/** The body of an answer that must be a refusal of this type. */
export function refusalOf(answer: Answer): { status: number; type: string } & RefusalBody['data'] {
  const { data } = answer.body as RefusalBody
  return { ...data, status: answer.status }
}

/** The two check digits are found by trying: a hundred at most. */
export function newCpf(): string {
  const nine = randomInt(100_000_000, 1_000_000_000)
  const documents = Array.from(
    { length: 100 },
    (_, digits) => `${nine}${String(digits).padStart(2, '0')}`,
  )
  return documents.find(isCpf) ?? newCpf()
}

async function send(app: FastifyInstance, key: EndpointKey, sent: Sent): Promise<Answer> {
  const [method, path] = key.split(' ') as ['GET', string]
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([k, v]) => [k, String(v)]),
  )
  const request: InjectOptions = {
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sent.params?.[part] ?? ''))}${query.size > 0 ? `?${query}` : ''}`,
    headers: sent.headers ?? {},
    ...(sent.body !== undefined && { payload: sent.body as object }),
  }
  const { statusCode, body, headers } = await app.inject(request)
  const is_json = String(headers['content-type']).startsWith('application/json')
  return {
    status: statusCode,
    text: body,
    headers: headers as Answer['headers'],
    body: is_json ? JSON.parse(body) : undefined,
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
