/** Malformed requests to an endpoint of the contract, by kind. */

import { asPartner, newAddress, type Sent, addressOf } from '#api/testing/worlds/people.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

import type { Tenant } from '../isolation/companies.ts'
import type { Random } from '../traffic/random.ts'
import { badBody } from './body.ts'
import { badNumber, badText, type Field, fieldsOf, otherType, withValue } from './schema.ts'

export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

type Subject = { key: EndpointKey; endpoint: Endpoint; sent: Sent; tenant: Tenant; random: Random }

/** Undefined: this time the request would be one that the contract accepts. */
type Mutation = {
  applies: (key: EndpointKey, endpoint: Endpoint) => boolean
  make: (subject: Subject) => Request | undefined
}

/** Callers whose credential is read before everything else. Of an ID token the proof has no issuer. */
const withSecret = new Set<Caller>(['customer', 'partner', 'staff', 'staff_half', 'account'])
const isAccount = ({ caller }: Endpoint) => caller === 'account'
const hasBody = (_key: EndpointKey, endpoint: Endpoint) =>
  endpoint.body !== undefined && !isAccount(endpoint)

export const mutations = {
  /** Text that is no JSON, or JSON of another form. */
  json: {
    applies: hasBody,
    make: (subject) => {
      const body = badBody.json(subject.random, subject.sent.body)
      return mayLackBody(subject) && noBody.has(body) ? undefined : withBody(subject, body)
    },
  },
  /** Repeated, unknown and dangerous names of fields. */
  keys: {
    applies: hasBody,
    make: (subject) => withBody(subject, badBody.keys(subject.random, subject.sent.body)),
  },
  /** Depth and size. */
  size: {
    applies: hasBody,
    make: (subject) => withBody(subject, badBody.size(subject.random, subject.endpoint.maxBody)),
  },
  /** Bytes that are no UTF-8 in a valid request. */
  encoding: {
    applies: hasBody,
    make: (subject) => withBody(subject, badBody.encoding(subject.random, subject.sent.body)),
  },
  type: { applies: hasBody, make: contentType },
  field: { applies: hasBody, make: (subject) => field(subject, otherType) },
  number: {
    applies: (key, endpoint) =>
      hasBody(key, endpoint) && fieldsOfType(endpoint, isNumber).length > 0,
    make: (subject) => field(subject, badNumber, isNumber),
  },
  text: {
    applies: (key, endpoint) => hasBody(key, endpoint) && fieldsOfType(endpoint, isText).length > 0,
    make: (subject) => field(subject, badText, isText),
  },
  query: { applies: (_key, endpoint) => endpoint.query !== undefined, make: query },
  params: { applies: (_key, endpoint) => endpoint.params !== undefined, make: params },
  path: { applies: () => true, make: path },
  method: { applies: () => true, make: method },
  headers: { applies: () => true, make: headers },
  credential: { applies: (_key, { caller }) => withSecret.has(caller), make: credential },
  company: {
    applies: (_key, { caller }) => caller !== 'anyone' && caller !== 'partner',
    make: company,
  },
  idempotency: { applies: (_key, endpoint) => endpoint.idempotent === true, make: idempotency },
} satisfies Record<string, Mutation>

/** The request of one mutation. */
export function mutated(
  kind: keyof typeof mutations,
  key: EndpointKey,
  tenant: Tenant,
  random: Random,
): Request | undefined {
  const sent = validRequest(key, tenant.customer)
  return mutations[kind].make({ key, endpoint: endpoints[key], sent, tenant, random })
}

function isNumber({ part }: Field): boolean {
  return part.type === 'integer' || part.type === 'number'
}

function isText({ part }: Field): boolean {
  return part.type === 'string'
}

function fieldsOfType(endpoint: Endpoint, isOfType: (field: Field) => boolean): Field[] {
  return fieldsOf(endpoint.body!).filter(isOfType)
}

/** The request as it is sent: valid except for the given parts. */
function request(
  { key, endpoint, sent, tenant }: Subject,
  changes: Partial<Request> = {},
): Request {
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body)
  return {
    method: key.split(' ')[0]!,
    path: addressOf(key, sent),
    body,
    ...changes,
    headers: {
      host: 'localhost',
      'x-forwarded-for': newAddress(),
      ...secretOf(endpoint.caller, tenant),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...changes.headers,
    },
  }
}

function secretOf(caller: Caller, { company, customer, staff }: Tenant): Record<string, string> {
  switch (caller) {
    case 'anyone':
      return {}
    case 'guest':
    case 'visitor':
      return { 'company-id': company.id }
    case 'partner':
      return asPartner(company)
    case 'staff':
    case 'staff_half':
      return staff.owner
    default:
      return customer.headers
  }
}

/** Without its credential a request changes nothing, however the mutation is read. */
function harmless(subject: Subject): Subject {
  const isRead =
    subject.key.startsWith('GET ') && !/token|member-code|password-reset/.test(subject.key)
  return isRead ? subject : { ...subject, endpoint: { ...subject.endpoint, caller: 'anyone' } }
}

/** Bodies that say the same as none. */
const noBody = new Set(['', 'null'])

/** Whether the endpoint takes a call without a body, too. */
function mayLackBody({ endpoint }: Subject): boolean {
  return endpoint.body?.safeParse(null).success === true
}

function withBody(subject: Subject, body: string | Buffer | undefined): Request | undefined {
  return body === undefined ? undefined : request(subject, { body })
}

function contentType(subject: Subject): Request {
  const type = subject.random.pick([
    'text/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/xml; charset=utf-8',
    '/',
    'application',
    'json',
    ';;;',
    'application/octet-stream',
    `text/${'x'.repeat(2_000)}`,
  ])
  return request(subject, { headers: { 'content-type': type } })
}

function field(
  subject: Subject,
  bad: (random: Random, part: Field['part']) => unknown,
  isOfType: (field: Field) => boolean = () => true,
): Request | undefined {
  const { endpoint, sent, random } = subject
  const fields = fieldsOfType(endpoint, isOfType)
  if (fields.length === 0) return undefined
  const { path, part } = random.pick(fields)
  const body = JSON.stringify(withValue(sent.body, path, bad(random, part)))
  return endpoint.body!.safeParse(JSON.parse(body)).success ? undefined : request(subject, { body })
}

function query(subject: Subject): Request | undefined {
  const { key, endpoint, sent, random } = subject
  const name = random.pick([
    ...fieldsOf(endpoint.query!).map(({ path: [name] }) => String(name)),
    'desconhecido',
    '__proto__',
    'a[b]',
    '',
  ])
  const value = random.pick([
    '',
    ' ',
    '-1',
    '1.5',
    '1e9',
    '9'.repeat(400),
    'NaN',
    '%',
    '2026-02-30',
    'null',
    '{}',
    "'",
  ])
  const changed: Record<string, string> = { ...(sent.query as Record<string, string>) }
  Object.defineProperty(changed, name, { value, enumerable: true })
  // The schema of a few lists ignores unknown options.
  if (endpoint.query!.safeParse(changed).success) return undefined
  const path = addressOf(key, { ...sent, query: changed })
  const isTwice = random.fraction() < 0.1
  return request(subject, { path: isTwice ? `${path}&${path.split('?')[1]}` : path })
}

function params(subject: Subject): Request | undefined {
  const { key, endpoint, sent, random } = subject
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const value = random.pick([
    ' ',
    '\u0000',
    'x',
    '-',
    '1',
    'x'.repeat(299),
    '\u202e',
    '😀',
    '00000000-0000-0000-0000-00000000000g',
    '{}',
  ])
  const changed = { ...sent.params, [random.pick(names)]: value }
  const own = Object.fromEntries(names.map((name) => [name, changed[name]]))
  if (endpoint.params!.safeParse(own).success) return undefined
  return request(subject, { path: addressOf(key, { ...sent, params: changed }) })
}

function path(subject: Subject): Request {
  const safe = harmless(subject)
  const { path: valid } = request(safe)
  const bad = subject.random.pick([
    '%',
    '%f',
    '%zz',
    '%ff',
    '%00',
    '%c0%af',
    '%ed%a0%80',
    '%u0041',
    'x'.repeat(400),
    '😀',
    "'",
    '%0d%0aX-A:%201',
    ';a=b',
  ])
  const at = subject.random.integer(5, valid.length)
  return request(safe, { path: encodeLatin(valid.slice(0, at) + bad + valid.slice(at)) })
}

/** Node refuses to send other characters in a path. */
function encodeLatin(path: string): string {
  return path.replaceAll(/[^!-~]+/g, (text) => encodeURIComponent(text))
}

function method(subject: Subject): Request {
  const { key, random } = subject
  const path = key.split(' ')[1]!
  const methods = [
    'PATCH',
    'PUT',
    'DELETE',
    'POST',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'PURGE',
    'SEARCH',
  ]
  const other = methods.filter((one) => !(`${one} ${path}` in endpoints))
  return request(harmless(subject), { method: random.pick(other) })
}

function headers(subject: Subject): Request {
  const { random } = subject
  const bad: Record<string, string> = random.pick([
    { expect: 'a reply' },
    { 'x-long': 'x'.repeat(random.pick([8_000, 20_000, 60_000])) },
    { 'sec-fetch-dest': 'image' },
    { origin: 'null' },
    { origin: 'https://\u00ff' },
    { origin: `https://${'a'.repeat(3_000)}.example` },
    { 'if-none-match': '"'.repeat(500) },
    { 'x-forwarded-for': '\u00ff, a, ::::, 999.1.1.1' },
    { 'x-forwarded-host': '"><script>' },
    { 'x-forwarded-proto': 'gopher' },
    { 'content-encoding': 'gzip' },
    { 'accept-encoding': 'x'.repeat(500) },
    { accept: ';;;,,,' },
    { 'user-agent': '\u00ff'.repeat(5_000) },
    { cookie: '='.repeat(2_000) },
    { host: 'a b' },
    { host: '' },
    { host: `${'a'.repeat(3_000)}:99999999` },
    Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-h-${n}`, 'v'])),
  ])
  return request(harmless(subject), { headers: bad })
}

function credential(subject: Subject): Request {
  const { endpoint, tenant, random } = subject
  const { authorization = '', cookie = '' } = secretOf(endpoint.caller, tenant)
  const secret = authorization || cookie
  const bad = random.pick([
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${'A'.repeat(43)}`,
    secret.slice(0, -1),
    `${secret}A`,
    `${secret.slice(0, -1)}\u00e9`,
    secret.toLowerCase(),
    `Basic ${Buffer.from('a:b').toString('base64')}`,
    `Bearer ${'A'.repeat(8_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0',
    `Bearer fiel_${'0'.repeat(32)}_${'A'.repeat(43)}`,
    `Bearer fiel_test_${'f'.repeat(32)}_${'-'.repeat(43)}`,
    `${secret}, ${secret}`,
    `fiel_staff=${'A'.repeat(43)}; fiel_staff=`,
    "Bearer ' or 1=1 --",
  ])
  return request(subject, { headers: authorization ? { authorization: bad } : { cookie: bad } })
}

function company(subject: Subject): Request {
  const { tenant, random } = subject
  const { id } = tenant.company
  const bad = random.pick([
    '',
    ' ',
    'null',
    id.slice(1),
    `${id}0`,
    `${id}, ${id}`,
    id.replaceAll('-', ''),
    `{${id}}`,
    "' or 1=1",
    '\u00ff',
    'x'.repeat(5_000),
    `urn:uuid:${id}`,
  ])
  return request(subject, { headers: { 'company-id': bad } })
}

function idempotency(subject: Subject): Request {
  const { random } = subject
  const bad = random.pick([
    '',
    'short',
    'x'.repeat(129),
    'x'.repeat(8_000),
    '"aaaaaaaaaaaaaaaaaaaa',
    'aaaaaaaa aaaaaaaa',
    'aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb',
    '\u00e9'.repeat(16),
    '""',
    '"aaaaaaaaaaaaaaaa";a=1',
    "' or 1=1 --------",
  ])
  return request(subject, { headers: { 'idempotency-key': bad } })
}
