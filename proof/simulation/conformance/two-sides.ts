/** One company twice: on a real PostgreSQL and on the model database. Each command runs on both, and both answers are compared. */

import type pg from 'pg'

import { secretHash } from '#api/http/caller.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { TestCompany, World } from '#api/testing/worlds/world.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'
import { createEngine, type Engine } from '#engine/apply.ts'

import { noFaults } from '../database/fault.ts'
import { openModelPool } from '../database/pool.ts'
import { DatabaseServer, epoch_ms } from '../database/server.ts'
import { emptyAccount } from '../disk/account.ts'
import { type Facts, factsOf, shop } from '../disk/facts.ts'
import { ioOf } from '../node/io.ts'
import { Timeline } from '../time/timeline.ts'
import { waitFor } from './wait-for.ts'

type Side = { pool: pg.Pool; engine: Engine }

/** A row's id on both sides. */
export type Pair = { real: string; model: string }

export type TwoSides = Awaited<ReturnType<typeof openTwoSides>>

/** A company whose rules are those of the model: one point for each real, and one centavo for each point. */
const file = {
  points_per_real: 100,
  intention_minutes: 1,
  reversal: 'deficit',
  calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
  prizes: [{ key: 'cafe', name: 'Café', value: 3 }],
  webhooks: [{ url: 'https://loja.example/a' }],
}

export async function openTwoSides(world: World, seed: number) {
  const { database } = world
  const company = await world.createCompany('modelo', file)
  const timeline = new Timeline(seed)
  const facts = await factsIn(world, company)
  const server = new DatabaseServer(timeline, facts, noFaults)
  for (const { id } of facts.people) server.disk.accounts.set(id, emptyAccount)
  const endpoint = await row<{ id: string; url: string }>(
    database,
    sql`select id, url from webhook_endpoint where company_id = ${company.id}`,
  )
  const stored = { ...endpoint!, company_id: company.id, secret: '00', disabled_ms: null }
  server.disk.endpoints.set(endpoint!.id, stored)
  const { pool } = openModelPool(server, timeline)
  const io = ioOf(timeline, 'model', () => true)
  return {
    world,
    company,
    facts,
    server,
    endpoint_id: endpoint!.id,
    real: { pool: database, engine: createEngine(systemIo(database)) } satisfies Side,
    model: { pool, engine: createEngine({ database: pool, ...io }) } satisfies Side,
    onModel: <Result>(work: Promise<Result>) => waitFor(timeline, work),
    /** The model's clock at the beginning. */
    began_ms: epoch_ms,
  }
}

/** Two customers, two tills and a prize, as the real database has them. */
async function factsIn(world: World, company: TestCompany): Promise<Facts> {
  const { database } = world
  const company_id = company.id
  const other = await createPartnerKey(database, company_id, 'Caixa 2', world.now())
  const people = await Promise.all([world.confirmed(company), world.confirmed(company)])
  const keyOf = async (key: string) => {
    const hash = secretHash(key)
    const stored = await row<{ id: string }>(
      database,
      sql`select id from partner_key where company_id = ${company_id} and key_hash = ${hash}`,
    )
    return { id: stored!.id, company_id, key, hash: hash.toString('hex'), staff_id: null }
  }
  return factsOf({
    companies: [company_id],
    people: people.map(({ id, document, token }) => ({
      id,
      company_id,
      document,
      name: 'Ana Lima',
      token,
      token_hash: secretHash(token),
    })),
    keys: [await keyOf(company.key), await keyOf(other)],
    prizes: await rows(
      database,
      sql`select id, company_id, name, value::integer from prize where company_id = ${company_id}`,
    ),
    staff: [],
    shop,
    intention_minutes: file.intention_minutes,
    quiet_until_ms: 0,
  })
}
