/**
 * Malformed requests to every endpoint: each gets an error of the contract below 500, changes nothing, and neither the answer nor the log
 * shows what is inside.
 */

import type pg from 'pg'

import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

import { type Connections, type Heard, isBusy } from '../connection/connection.ts'
import { serve } from '../connection/serve.ts'
import { createTenants, type Tenant } from '../isolation/companies.ts'
import { changes, fingerprints, forgetAttempts } from '../isolation/tables.ts'
import { isMachineBusy } from '../node/busy-machine.ts'
import type { Node, ProofDatabase } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import { anyCode, codesOf, heardFrom, wrongsOf } from './judge.ts'
import { growthOf, keptBytes } from './memory.ts'
import { mutated, mutations } from './mutation.ts'
import { rawRequest, sendRaw } from './raw.ts'

const clients = 16
const nodeConnections = 12
const defaultRequests = 25_000
/** No request hangs: a refusal takes milliseconds, and a few seconds only beside other programs. */
const slowAnswer_ms = 2_000
/** Attempts to make a request that the contract refuses, by other choices. */
const maxChoices = 20

type Kind = keyof typeof mutations | 'raw'
type Cell = { key: EndpointKey; kind: Kind }

const kinds = [...(Object.keys(mutations) as (keyof typeof mutations)[]), 'raw' as const]
const cells: Cell[] = (Object.keys(endpoints) as EndpointKey[]).flatMap((key) =>
  kinds
    .filter((kind) => kind === 'raw' || mutations[kind].applies(key, endpoints[key]))
    .map((kind) => ({ key, kind })),
)

/** Kinds that a credential hides if it is refused before the body is read. */
const bodyKinds = ['json', 'keys', 'size', 'encoding', 'type', 'field', 'number', 'text'] as const

export const malformed: Proof = {
  name: 'malformed',
  title: 'Malformed requests: an error below 500, nothing changed, and nothing of the inside shown',
  unit: 'requests',
  full: 1_000_000,
  cells: {
    required: cells.map(nameOf),
    impossible: Object.fromEntries(
      bodyKinds.map((kind) => [
        nameOf({ key: 'POST /customer/create-via-firebase', kind }),
        'its body is read after an ID token, and no identity provider is here; bad-input.test.ts has one',
      ]),
    ),
  },
  open: () => openMalformed(),
}

function nameOf({ key, kind }: Cell): string {
  return `${key} · ${kind}`
}

/** `spoil` gets the database before the requests: a test breaks a promise there. */
export async function openMalformed(
  requests = defaultRequests,
  spoil?: (database: ProofDatabase) => Promise<void>,
): Promise<Stage> {
  const lines: string[] = []
  const onLine = (line: string) => void lines.push(line)
  return serve({ nodeConnections, clients, onLine }, async ({ database, ...served }) => {
    const ground = { ...database.sealed, database: served.owner }
    const [tenant] = await createTenants(ground, served.connections, 1)
    await spoil?.(database)
    const opened = { ...served, tenant: tenant!, lines, kept: [] }
    return (seed) => chunk(opened, seed, requests)
  })
}

type Opened = {
  node: Node
  connections: Connections
  owner: pg.Pool
  tenant: Tenant
  /** The node's log since the last chunk. */
  lines: string[]
  /** Bytes that this process, which is the node's too, has kept after each chunk. */
  kept: number[]
}

async function chunk(opened: Opened, seed: number, requests: number): Promise<Chunk> {
  const { owner, tenant, node, lines } = opened
  const random = randomFrom(seed)
  await forgetAttempts(owner)
  await owner.query(
    'update fiel.staff_session set created_at = now(), last_seen_at = now(), factor_at = now()',
  )
  const before = await fingerprints(owner, [tenant.company.id])
  const result: Chunk = { steps: 0, wrongs: [], reached: {} }
  const first = random.integer(0, cells.length - 1)
  let next = 0
  const work = async () => {
    while (next < requests) {
      const cell = cells[(first + next) % cells.length]!
      next += 1
      await run(opened, cell, random, result)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const after = await fingerprints(owner, [tenant.company.id])
  opened.kept.push(await keptBytes())
  const growth = growthOf(opened.kept)
  result.wrongs.push(
    ...changes(before, after).map((change) => `refused requests have changed rows: ${change}`),
    ...node.defects.splice(0),
    ...secretsIn(lines.splice(0), tenant),
    ...(growth === null ? [] : [growth]),
  )
  return result
}

/** Tokens, keys, documents and emails in the log. */
function secretsIn(lines: string[], { customer, company, rows, staff }: Tenant): string[] {
  const secrets = [
    customer.token,
    customer.document,
    customer.email,
    customer.password,
    rows.customer.document,
    rows.customer.email,
    company.key,
    staff.owner.cookie!.split('=')[1]!,
  ]
  return lines.filter((line) => secrets.some((secret) => line.includes(secret)))
}

async function run(opened: Opened, cell: Cell, random: Random, result: Chunk): Promise<void> {
  const sent = requestOf(opened, cell, random)
  if (sent === undefined) return
  const { key, kind } = cell
  const name = nameOf(cell)
  const wrong = (text: string) => void result.wrongs.push(`${name}: ${text}, sent ${sent.show()}`)
  result.steps += 1
  try {
    const began_ms = performance.now()
    const heard = await sent.send()
    const took_ms = performance.now() - began_ms
    // The server waits for the rest of a request that was cut.
    if (took_ms > slowAnswer_ms && !sent.isCut && !isMachineBusy()) {
      wrong(`answered after ${Math.round(took_ms)} ms`)
    }
    const isLimited = heard.status === 429
    if (isLimited) await forgetAttempts(opened.owner)
    // A limit and a busy server say when to come back, and the cell is not reached.
    if (!isLimited && !isBusy(heard)) result.reached[name] = (result.reached[name] ?? 0) + 1
    const isElsewhere = elsewhere.has(kind)
    wrongsOf(heard, isElsewhere ? anyCode : codesOf(key), isElsewhere).forEach(wrong)
  } catch (error) {
    wrong(`no answer (${String(error)})`)
  }
}

/** Kinds whose requests reach another endpoint, or none, without a credential that could change anything. */
const elsewhere = new Set<Kind>(['path', 'method', 'headers', 'raw'])

type Sending = { send: () => Promise<Heard>; show: () => string; isCut: boolean }

/** Undefined: no choice made a request that the contract refuses. */
function requestOf(
  { node, connections, tenant }: Opened,
  { key, kind }: Cell,
  random: Random,
): Sending | undefined {
  if (kind === 'raw') {
    const raw = rawRequest(key, random)
    const send = async () => heardFrom(await sendRaw(node.address, raw))
    return { send, show: () => shown(raw.bytes), isCut: raw.isCut }
  }
  for (let times = 0; times < maxChoices; times += 1) {
    const request = mutated(kind, key, tenant, random)
    if (!request) continue
    const show = () => shown(JSON.stringify({ ...request, body: request.body?.toString('latin1') }))
    return { send: () => connections.send(request), show, isCut: false }
  }
  return undefined
}

/** The beginning of a request, for the sentence of a wrong. */
function shown(text: string): string {
  return text.length > 700 ? `${text.slice(0, 700)}… (${text.length} characters)` : text
}
