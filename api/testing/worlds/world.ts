/** The environment of a test file: a database, two companies, a clock that the test moves, and calls through HTTP. */

import { randomInt, randomUUID } from 'node:crypto'

import type { FastifyInstance, InjectOptions } from 'fastify'
import pLimit from 'p-limit'
import type pg from 'pg'

import type { AppOptions } from '#api/app.ts'
import { issueMailedToken, type Purpose } from '#api/credential/mailed-token.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Database } from '#database/sql.ts'

import { newCpf } from '../samples/cpf.ts'
import { type NodeOptions, startNodes } from './nodes.ts'
import { applyTestCompany, type TestCompany } from './test-company.ts'

export { newCpf }
export type { TestCompany }

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
  /** The caller's IP address. By default each call has its own, so that tests do not share rate limits. */
  address?: string
}

/** Call it once at the top of a test file. */
export async function createWorld(options: NodeOptions = {}) {
  let present = new Date('2026-11-20T15:00:00Z')
  const now = () => present
  const { startNode, ...node } = await startNodes(options, now)
  const { app, database } = node

  /**
   * Creates a company from the smallest valid company file with `changes`, or applies the file again. The lines of the
   * company's text files are in `codes`, and the texts of its files for wallets in `credentials`.
   */
  const createCompany = (
    slug: string,
    changes: object,
    codes: Record<string, string[]> = {},
    credentials: CredentialTexts = new Map(),
  ) => applyTestCompany(node, { slug, changes, codes, credentials }, now())

  /** Any call of the contract, through HTTP, without checks on the client's side. */
  const call = (key: EndpointKey, sent: Sent = {}) => send(app, key, sent)

  /** Starts a node on the pool `own` with `secret` and further options. */
  async function nodeWith(own?: pg.Pool, secret?: ServerSecret, options?: AppOptions) {
    const app = await startNode(own, secret, options)
    return { app, call: (key: EndpointKey, sent: Sent = {}) => send(app, key, sent) }
  }

  /** Starts a second node on the same database, and returns `call` through it. */
  async function anotherNode(): Promise<typeof call> {
    return (await nodeWith()).call
  }

  return {
    ...node,
    cafe: await createCompany('cafe', {}),
    posto: await createCompany('posto', {
      calculation_rules: [{ name: 'Cashback', type: 'PERCENTAGE', rate: 5 }],
    }),
    createCompany,
    call,
    anotherNode,
    nodeWith,
    ...peopleOf(database, call, now),
    now,
    moveClock: (to: string) => void (present = new Date(to)),
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

type Call = (key: EndpointKey, sent?: Sent) => Promise<Answer>

/** Creates customers, and makes the calls of tills. */
function peopleOf(database: Database, call: Call, now: () => Date) {
  // A node serves sign-ins on two connections, and each waits at most 5 s for one. Without this limit 50 concurrent sign-ins
  // would get 503 on a busy machine.
  const signIn = pLimit(4)

  /** Registers a new customer of `company` through the API, and signs in. */
  async function registered(company: TestCompany, changes: object = {}) {
    const body = { ...registration(), ...changes }
    const headers = asGuest(company)
    const answer = await signIn(() => call('POST /customer/create-via-email', { body, headers }))
    if (answer.status !== 201) throw new Error(answer.text)
    const { data, token } = answer.body as ResponseOf<'POST /customer/create-via-email'>
    return { ...body, id: data.id, token, headers: asCustomer(company, token) }
  }

  /** A new customer with a confirmed email, who may therefore spend; with points if an amount is given. */
  async function confirmed(company: TestCompany, points: number = 0) {
    const customer = await registered(company)
    const token = await mailedToken(company, customer, 'CONFIRMATION')
    const { headers } = customer
    const answer = await signIn(() =>
      call('POST /customer/email-confirmation', { headers, body: { token } }),
    )
    if (answer.status !== 200) throw new Error(answer.text)
    if (points > 0) {
      await generate(company, sale(customer.document, { purchase_value: points * 100 }))
    }
    return customer
  }

  /** The token of a mailed link for this customer. */
  async function mailedToken(
    company: TestCompany,
    customer: { id: string; email: string },
    purpose: Purpose,
  ): Promise<string> {
    const { id: customer_id, email } = customer
    return (await issueMailedToken(database, company.id, { customer_id, email, purpose }, now()))!
  }

  /** A sale by the company's till. */
  function generate(company: TestCompany, sale: object): Promise<Answer> {
    return call('POST /partner/points/generate', { body: sale, headers: asPartner(company) })
  }

  return { registered, confirmed, mailedToken, generate }
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

/** A registration with new, unique values. */
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

/** A sale with a new, unique external_id. */
export function sale(document: string, changes: object = {}) {
  return {
    customer: { document },
    purchase_value: 10_000,
    external_id: randomUUID(),
    subsidiary_name: 'Loja 1',
    ...changes,
  }
}

/** The body of an answer, which must be an error of this code. */
export function errorOf(answer: Answer): { status: number; type: string } & ErrorBody['data'] {
  const { data } = answer.body as ErrorBody
  return { ...data, status: answer.status }
}

async function send(app: FastifyInstance, key: EndpointKey, sent: Sent): Promise<Answer> {
  const [method, path] = key.split(' ') as ['GET', string]
  const query = new URLSearchParams(
    Object.entries(sent.query ?? {}).map(([k, v]) => [k, String(v)]),
  )
  const request: InjectOptions = {
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sent.params?.[part] ?? part))}${query.size > 0 ? `?${query}` : ''}`,
    headers: sent.headers ?? {},
    remoteAddress: sent.address ?? newAddress(),
    ...(sent.body !== undefined && { payload: sent.body as object }),
  }
  const { statusCode, body, headers } = await app.inject(request)
  const isJson = String(headers['content-type']).startsWith('application/json')
  return {
    status: statusCode,
    text: body,
    headers: headers as Answer['headers'],
    body: isJson ? JSON.parse(body) : undefined,
  }
}

function newAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(256)].join('.')
}
