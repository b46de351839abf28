/** Customers and tills of a test, and what they send. Nothing here needs a test run, so proofs use it too. */

import { randomInt, randomUUID } from 'node:crypto'

import pLimit from 'p-limit'

import { issueMailedToken, type Purpose } from '#api/credential/mailed-token.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Database } from '#database/sql.ts'

import { newCpf } from '../samples/cpf.ts'
import type { TestCompany } from './test-company.ts'

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

export type Call = (key: EndpointKey, sent?: Sent) => Promise<Answer>

/** Creates customers, and makes the calls of tills. */
export function peopleOf(database: Database, call: Call, now: () => Date) {
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
  async function confirmed(company: TestCompany, points: number = 0, changes: object = {}) {
    const customer = await registered(company, changes)
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

/** The address of a call: the path with its parameters, and the query. */
export function addressOf(key: EndpointKey, { params, query }: Sent): string {
  const [, path] = key.split(' ') as [string, string]
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([k, v]) => [k, String(v)]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params?.[part] ?? part),
  )
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** A random private IPv4 address. */
export function newAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(256)].join('.')
}
