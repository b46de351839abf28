/**
 * Probes of isolation: calls with credentials of one company, or of a person with fewer rights, that name things of another. The answer
 * has nothing of it, is that for a name that exists nowhere, and changes nothing.
 */

import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { endpoints } from '#contract/endpoints/endpoints.ts'

import { type Connections, type Heard, isBusy } from '../connection/connection.ts'
import { serve } from '../connection/serve.ts'
import type { Node, ProofDatabase } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import { callOf, createTenants, type Tenant } from './companies.ts'
import { type Owners, readOwners } from './judge.ts'
import { cells, impossible, isInside, isOpen, type Probe, probeOf, requestOf } from './probe.ts'
import { changes, fingerprints, forgetAttempts } from './tables.ts'

const clients = 8
const nodeConnections = 12
/** Attempts of a call that a rate limit or a busy server refuses. */
const maxAttempts = 5
const defaultSize = { companies: 50, probes: 8_000 }

export const isolation: Proof = {
  name: 'isolation',
  title:
    'Calls that name things of another company, or are beyond a role: answered as if nothing was there',
  unit: 'probes',
  full: 100_000,
  cells: { required: cells.map(nameOf), impossible },
  open: () => openIsolation(),
}

function nameOf({ key, credential }: Probe['cell']): string {
  return `${key} · ${credential}`
}

/** `spoil` gets the database before the node starts: a test breaks a promise there. */
export async function openIsolation(
  { companies, probes } = defaultSize,
  spoil?: (database: ProofDatabase) => Promise<void>,
): Promise<Stage> {
  return serve({ nodeConnections, clients }, async ({ database, ...served }) => {
    const ground = { ...database.sealed, database: served.owner }
    const tenants = await createTenants(ground, served.connections, companies)
    await spoil?.(database)
    const owners = await readOwners(served.owner, tenants)
    const opened = { ...served, tenants, owners, controls: new Map() }
    return (seed) => chunk(opened, seed, probes)
  })
}

type Opened = {
  node: Node
  connections: Connections
  owner: pg.Pool
  tenants: Tenant[]
  owners: Owners
  /** By endpoint, credential, role, naming and choice: the outcome for names that exist nowhere. */
  controls: Map<string, Promise<string | undefined>>
}

/** Half of the companies ask, and nothing of the other half may change. */
async function chunk(opened: Opened, seed: number, probes: number): Promise<Chunk> {
  const { node, owner, tenants } = opened
  const random = randomFrom(seed)
  const shuffled = tenants
    .map((tenant) => ({ tenant, place: random.fraction() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ tenant }) => tenant)
  const callers = shuffled.slice(0, tenants.length / 2)
  const victims = shuffled.slice(tenants.length / 2)
  await renewSessions(owner)
  await forgetAttempts(owner)
  const ids = victims.map(({ company }) => company.id)
  const before = await fingerprints(owner, ids)
  const result: Chunk = { steps: 0, wrongs: [], reached: {} }
  const list = probesOf(random, probes, callers, victims)
  const work = async () => {
    for (let probe = list.pop(); probe; probe = list.pop()) await run(opened, probe, result)
  }
  await Promise.all(Array.from({ length: clients }, work))
  for (const change of changes(before, await fingerprints(owner, ids))) {
    result.wrongs.push(`rows of a company that was only named have changed: ${change}`)
  }
  result.wrongs.push(...node.defects.splice(0))
  return result
}

/** The cells in turn, from a random one on. */
function probesOf(random: Random, count: number, callers: Tenant[], victims: Tenant[]): Probe[] {
  const first = random.integer(0, cells.length - 1)
  return Array.from({ length: count }, (_, n) =>
    probeOf(cells[(first + n) % cells.length]!, random, callers, victims),
  )
}

async function run(opened: Opened, probe: Probe, result: Chunk): Promise<void> {
  const heard = await ask(opened, probe, false)
  if (!heard) return
  result.steps += 1
  const cell = nameOf(probe.cell)
  result.reached[cell] = (result.reached[cell] ?? 0) + 1
  const wrongs = [...leaks(opened, probe, heard), ...(await oracle(opened, probe, heard))]
  const [from, to] = [probe.caller, probe.target].map(({ number }) => number)
  const what = `${cell} · ${probe.naming}, company ${from} about ${to}`
  result.wrongs.push(...wrongs.map((wrong) => `${what}: ${wrong}`))
}

/** What the answer has of another company, or gives beyond the caller's rights. */
function leaks({ owners }: Opened, probe: Probe, heard: Heard): string[] {
  const { cell, naming, caller, target } = probe
  const { status, text } = heard
  const opens = isOpen(cell.key) ? target.number : null
  const reader = naming === 'role' || naming === 'own' ? null : caller.number
  const found = owners.foreignIn(text, reader, opens)
  const isBeyond = isInside(naming) && status < 400
  return [
    ...(status >= 500 && !heard.headers['retry-after'] ? [`the answer is ${status} ${text}`] : []),
    ...(found.length > 0 ? [`the answer ${status} has ${found.join(', ')}`] : []),
    ...(isBeyond ? [`the answer is ${status}`] : []),
  ]
}

/** Whether the answer differs from that for a name which exists nowhere. Asks again before it says so: a limit may have passed. */
async function oracle(opened: Opened, probe: Probe, heard: Heard): Promise<string[]> {
  // Whether a company exists is public.
  if (endpoints[probe.cell.key].caller === 'anyone') return []
  const { controls } = opened
  const { cell, naming, role, choice } = probe
  const name = `${nameOf(cell)} ${role} ${naming} ${choice}`
  const control = controls.get(name) ?? outcome(opened, probe, true)
  controls.set(name, control)
  if ((await control) === outcomeOf(heard)) return []
  const again = await outcome(opened, probe, false)
  const nowhere = await outcome(opened, probe, true)
  if (again === undefined || nowhere === undefined || again === nowhere) return []
  return [`the answer is ${again}, and ${nowhere} for what exists nowhere`]
}

async function outcome(
  opened: Opened,
  probe: Probe,
  isControl: boolean,
): Promise<string | undefined> {
  const heard = await ask(opened, probe, isControl)
  return heard && outcomeOf(heard)
}

/** The whole body of an error. A success has values of its own. */
function outcomeOf({ status, text }: Heard): string {
  return status < 400 ? String(status) : `${status} ${text}`
}

/** The answer; undefined if the server stayed busy or a rate limit stayed in the way. */
async function ask(
  { connections, owner }: Opened,
  probe: Probe,
  isControl: boolean,
): Promise<Heard | undefined> {
  for (let times = 0; times < maxAttempts; times += 1) {
    const heard = await connections.send(callOf(probe.cell.key, requestOf(probe, isControl)))
    if (heard.status === 429) await forgetAttempts(owner)
    else if (isBusy(heard)) await sleep(busy_ms)
    else return heard
  }
  return undefined
}

const busy_ms = 100

/** Sessions of staff end after 30 minutes without a call, and a second factor is fresh for 5 minutes. */
async function renewSessions(owner: pg.Pool): Promise<void> {
  await owner.query(
    'update fiel.staff_session set created_at = now(), last_seen_at = now(), factor_at = now()',
  )
}
