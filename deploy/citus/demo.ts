/** The distributed demo: one node, its tills, and what its ledger holds. */

import { randomUUID } from 'node:crypto'

import pLimit from 'p-limit'
import pg from 'pg'

import { startScript, withoutNpm } from '../../docs/blocks.ts'
import { type Sent, startLoad } from '../../scripts/citus/load.ts'
import type { DrillRecord } from '../evidence/record.ts'
import { cpf, ledger } from '../evidence/till.ts'

export type Variables = { DATABASE_URL: string; DATABASE_OWNER_URL: string; FIEL_SECRET: string }
type Till = { slug: string; hostname: string; key: string; worker: string }
export type Sale = Sent<Till>

export type Demo = {
  /** The environment variables with the databases and the secret, as a node and the commands read them. */
  variables: Variables
  /** One till of each company that sells. `worker` is the worker that the company is on now. */
  tills: () => Promise<Till[]>
  /** Sends sales of the tills in turn. */
  sell: (tills: Till[], rate: number) => ReturnType<typeof startLoad<Till>>
  stop: () => Promise<void>
}

/** How long a till waits for an answer: longer than a node's own limit. */
const answerLimit_ms = 20_000
/** Number of customers of each company. Concurrent sales of one customer meet at one balance. */
const customers = 40
const resentAtOnce = 20

/** Starts a node. `keys`: the company's slug → the key of its till. */
export async function startNode(keys: Map<string, string>, variables: Variables): Promise<Demo> {
  // Nothing listens on port 1. The drill only sells and reads no mail.
  const settings = { NODE_ENV: 'production', PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1' }
  const node = startScript(`${withoutNpm}\nnpm run start`, { env: { ...variables, ...settings } })
  const [, port] = await node.until(/listens on port (\d+)/)
  const address = `http://127.0.0.1:${port}`
  return {
    variables,
    tills: () => tillsOf(variables.DATABASE_OWNER_URL, keys),
    sell: (tills, rate) =>
      startLoad(rate, (n) => {
        const till = tills[n % tills.length]!
        const body = {
          customer: { document: cpf(n % customers) },
          purchase_value: 1_000,
          external_id: `${till.slug}-${randomUUID()}`,
          subsidiary_name: till.slug,
        }
        return { company: till, body, send: () => call(address, till.key, body) }
      }),
    stop: async () => void (await node.stop()),
  }
}

/** Sends each refused or unanswered sale again, as a till does. Verifies that each sale is in the ledger exactly once. */
export async function verifyEach(record: DrillRecord, demo: Demo, sales: Sale[]): Promise<void> {
  const open = sales.filter(({ status }) => status !== 201)
  // A few at once: a node has a limit of connections from one address.
  const limit = pLimit(resentAtOnce)
  const answers = await Promise.all(open.map(({ send }) => limit(send)))
  const refused = answers.filter(({ status }) => status !== 200 && status !== 201)
  record.verify(
    refused.length === 0,
    `Each of the ${open.length} sales that were refused succeeds when it is sent again.`,
    refused.slice(0, 3),
  )
  const counts = await ledger(demo.variables.DATABASE_OWNER_URL)
  const wrong = sales.filter(({ body }) => counts.get(body.external_id) !== 1)
  record.verify(
    wrong.length === 0,
    `The ledger has each of the ${sales.length} sales exactly once: none is lost, none is doubled.`,
    wrong.slice(0, 3),
  )
}

async function call(address: string, key: string, body: object) {
  try {
    const response = await fetch(`${address}/api/partner/points/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimit_ms),
    })
    await response.arrayBuffer()
    return { status: response.status, headers: Object.fromEntries(response.headers) }
  } catch {
    // A refused, broken or timed-out connection.
    return { status: 0, headers: {} }
  }
}

/** Runs bash in the project's folder, as in a terminal. Returns what it printed; throws unless it succeeded. */
export async function typed(script: string, variables: Partial<Variables>): Promise<string> {
  const running = startScript(`${withoutNpm}\n${script}`, { env: { ...variables, NO_COLOR: '1' } })
  await running.ended()
  return running.stop()
}

async function tillsOf(url: string, keys: Map<string, string>): Promise<Till[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Omit<Till, 'key'>>(
    `select slug, min(hostname) as hostname, min(nodename || ':' || nodeport) as worker
       from fiel.company
       join fiel.company_domain using (company_id)
       join pg_dist_placement
         on shardid = get_shard_id_for_distribution_column('fiel.customer', company_id)
       join pg_dist_node using (groupid)
      where blocked_at is null
        and not maintenance
      group by slug
      order by slug`,
  )
  await client.end()
  return rows.flatMap((till) => {
    const key = keys.get(till.slug)
    return key === undefined ? [] : [{ ...till, key }]
  })
}
