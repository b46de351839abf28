/** Builds what a schedule plays on: the database, nodes behind a network, receivers and clients; and starts what the plan says. */

import { type Client, clientIoOf, type Stage } from '../client/client.ts'
import { Counter } from '../client/counter.ts'
import { History } from '../client/history.ts'
import { openMailer } from '../client/mailer.ts'
import { openPhone, type Phone } from '../client/phone.ts'
import { Portal } from '../client/portal.ts'
import { Till } from '../client/till.ts'
import { DatabaseServer } from '../database/server.ts'
import { statementName } from '../database/statement-name.ts'
import { earn, emptyAccount } from '../disk/account.ts'
import { instant } from '../engine/result.ts'
import { Network } from '../network/network.ts'
import { Receivers } from '../network/receiver.ts'
import { type Node, startNode, type World } from '../node/node.ts'
import type { Timeline } from '../time/timeline.ts'
import type { Plan } from './plan.ts'

export type Running = {
  timeline: Timeline
  plan: Plan
  server: DatabaseServer
  network: Network
  receivers: Receivers
  history: History
  clients: Client[]
  counters: Counter[]
  phones: Phone[]
  reached: Map<string, number>
  startNode: () => Promise<Node>
}

export async function openStage(timeline: Timeline, plan: Plan): Promise<Running> {
  const { facts, faults } = plan
  const reached = new Map<string, number>()
  const reach = (cell: string) => void reached.set(cell, (reached.get(cell) ?? 0) + 1)
  const server = new DatabaseServer(timeline, facts, faults)
  server.onFault = (fate, text) => reach(`${statementName(text)} · ${fate}`)
  const network = new Network(timeline, faults.network, plan.travel_ms)
  network.onFault = (outcome, path) => reach(`${path} · ${outcome}`)
  const receivers = new Receivers(timeline, faults.receivers)
  receivers.onFault = (kind) => reach(`receiver · ${kind}`)
  fill(server, plan)
  const world: World = {
    timeline,
    server,
    facts,
    parts: plan.parts,
    sender: receivers.sender,
    transport: receivers.transport,
    retry_limit: plan.retry_limit,
  }
  let started = 0
  const start = () => {
    started += 1
    return startNode(world, `node ${started}`, timeline.chance.within(-2_000, 2_000))
  }
  for (let n = 0; n < plan.nodes; n += 1) network.nodes.push(await start())
  server.onJobs = () => {
    for (const { boss } of network.nodes) boss.wake()
  }
  const history = new History()
  const stage: Stage = { timeline, network, facts, history, io: clientIoOf(timeline, network) }
  const isFull = () => timeline.chance.is(server.faults.fullDevices)
  const counters = facts.staff.slice(0, plan.counters).map((one) => new Counter(stage, one, isFull))
  const tills = facts.keys.filter(({ staff_id }) => staff_id === null)
  const portals = facts.people.map((person) => new Portal(stage, person))
  const answer = (customer_id: string) =>
    portals[facts.people.findIndex(({ id }) => id === customer_id)]!.answerTill()
  const clients = [
    ...tills.slice(0, plan.tills).map((key) => new Till(stage, key, answer)),
    ...portals.slice(0, plan.portals),
    ...(plan.parts.mails ? [openMailer(stage)] : []),
    ...counters,
  ]
  const phones = facts.people.slice(0, plan.phones).map((person) => openPhone(stage, person))
  return {
    timeline,
    plan,
    server,
    network,
    receivers,
    history,
    clients,
    counters,
    phones,
    reached,
    startNode: start,
  }
}

function fill({ disk }: DatabaseServer, { facts, endpoints, firstPurchase }: Plan): void {
  for (const { id: customer_id, company_id } of facts.people) {
    const id = `${customer_id.slice(0, 24)}000000000000`
    const { account, earned } = earn(emptyAccount, id, firstPurchase)
    disk.accounts.set(customer_id, { ...account, sequence: 1 })
    disk.records.set(id, {
      company_id,
      id,
      customer_id,
      sequence: 1,
      type_id: 'GNR',
      origin: 'api:/points/generate',
      source_id: null,
      reverses_id: null,
      partner_key_id: null,
      external_id: null,
      subsidiary_name: facts.shop,
      purchase_value: firstPurchase,
      amount: earned,
      value: earned,
      expires_on: null,
      balance_amount: earned,
      balance_value: earned,
      created_at: instant(0),
      fingerprint: null,
      key: null,
    })
  }
  for (const company_id of facts.companies) {
    for (let n = 0; n < endpoints; n += 1) {
      const id = `${company_id.slice(0, 24)}00000000000${n}`
      const url = `https://loja.example/${id}`
      const secret = Buffer.alloc(32, n + 1).toString('hex')
      disk.endpoints.set(id, { company_id, id, url, secret, disabled_ms: null })
    }
  }
}
