/** The system under test: the API on a filled database, the customers and tills that call it, and a webhook receiver. */

import { fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { publicSources } from '#api/address/sources.ts'
import { type AppContext, type AppOptions, createApp } from '#api/app.ts'
import { identityProviderOf } from '#api/company/identity-provider.ts'
import type { Context } from '#api/context/context.ts'
import { register } from '#api/customer/register.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { startExpiring } from '#api/intention/expire.ts'
import { createLog } from '#api/log/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { listenOn } from '#api/server/server.ts'
import { startDeliveries } from '#api/webhook/deliver.ts'
import { applyWebhooks } from '#api/webhook/endpoint.ts'
import { systemIo } from '#database/io.ts'
import { verifyDistribution } from '#database/runtime-role.ts'
import {
  type Database,
  isDistributed,
  noteDistributed,
  openPool,
  rows,
  sql,
  timeLimits,
} from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { cnpj } from './history/history.ts'
import { clients } from './paths.ts'
import type { ReceiverReady } from './receiver.ts'

/** Number of customers who sign in at the same time. */
export const crowd = 20
export const password = 'segredo1'
/** Customers with a session. With this many, the rows of a large company are spread over the whole disk. */
const maxCustomers = 20_000
/** Tills per company if there are many companies. Stays below the hourly limit of uses per customer and till. */
const minTills = 4
/** Every 4th till has a daily limit of points, which no run reaches. */
const limitedEvery = 4
const dailyLimit = 1_000_000_000_000
const drainPoll_ms = 50

/** The data that a client process needs to call the API. */
export type Target = {
  address: string
  /** The bytes of the secret that the database was sealed with. */
  secret: Buffer
  shops: { company_id: string; prize_id: string; tills: string[] }[]
  /** `shop` is an index into `shops`. */
  customers: { shop: number; document: string; token: string }[]
  /** Customers of the first company who sign in with `password`. */
  emails: string[]
}

export type Ground = {
  target: Target
  database: pg.Pool
  /** Number of turns made on this ground so far (`turns` in paths.ts). */
  turnCount: number
  /** Starts the delivery of webhooks, as the product does. Returns a function that stops it. */
  startDelivering: () => () => Promise<void>
  /** Resolves once every webhook has been delivered. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

type GroundOptions = AppOptions & {
  people?: number
  isDelivering?: boolean
}

/** Needs a database that `fill` has filled. It may have been measured before. */
export async function openGround(
  databaseUrl: string,
  secret: ServerSecret,
  { people = crowd, isDelivering = true, ...options }: GroundOptions = {},
): Promise<Ground> {
  // Connect as the owner, because the benchmark also vacuums, with the time-outs of the API's role.
  const database = openPool(databaseUrl, 20, { ...timeLimits })
  if (await verifyDistribution(database)) noteDistributed(database)
  const context: AppContext = {
    database,
    engine: createEngine(systemIo(database)),
    clock: () => new Date(),
    secret,
    // Mails are not part of any measurement.
    queueMail: async () => undefined,
    push: null,
    addressSources: publicSources,
    identityProvider: identityProviderOf({}, true),
    trustedProxies: [],
    portalFolder: null,
    log: createLog('info'),
  }
  const app = await createApp(context, options)
  await listenOn(app, { port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'))
  const [ready] = (await once(receiver, 'message')) as [ReceiverReady]
  const stops = [startExpiring(context)]
  const startDelivering = () => startDeliveries(context, { allow_private: true }).stop

  const shops = await openShops(database, `http://127.0.0.1:${ready.port}/`)
  const target: Target = {
    address: `http://127.0.0.1:${port}`,
    secret: secret.first.bytes,
    shops,
    customers: await signIn(database, shops),
    emails: await registerCrowd(context, shops[0]!.company_id, people),
  }
  // `distribute` has just written the shards, so they are in memory.
  if (!isDistributed(database)) await readAll(databaseUrl)
  if (isDelivering) stops.push(startDelivering())
  return {
    target,
    database,
    turnCount: 0,
    startDelivering,
    drain: () => drain(database),
    close: async () => {
      for (const stop of stops) await stop()
      await app.close()
      await database.end()
      receiver.disconnect()
    },
  }
}

/** Registers `url` as each company's webhook and creates its tills. One company alone gets `clients` tills. */
async function openShops(database: pg.Pool, url: string): Promise<Target['shops']> {
  const run = randomUUID()
  const now = new Date()
  const companies = await rows<{ company_id: string; prize_id: string }>(
    database,
    sql`select company_id, prize.id as prize_id
          from company
          join prize using (company_id)
         where slug like 'carga-%'
         order by company.created_at, company_id`,
  )
  const tillsOfEach = Math.max(minTills, Math.ceil(clients / companies.length))
  const shops: Target['shops'] = []
  for (const { company_id, prize_id } of companies) {
    await applyWebhooks(database, company_id, [{ url, types: null }], now)
    const tills = await Promise.all(
      Array.from({ length: tillsOfEach }, (_, at) =>
        createPartnerKey(database, company_id, `Bench ${run} ${at}`, now, {
          most_points_per_day: at % limitedEvery === 0 ? dailyLimit : null,
        }),
      ),
    )
    shops.push({ company_id, prize_id, tills })
  }
  return shops
}

/** Creates a session for each of up to `maxCustomers` random customers of all companies. */
async function signIn(database: Database, shops: Target['shops']): Promise<Target['customers']> {
  const shopOf = new Map(shops.map(({ company_id }, at) => [company_id, at]))
  const customers = await rows<{ company_id: string; id: string; document: string }>(
    database,
    sql`select company_id, id, document
          from customer
         where company_id = any (${[...shopOf.keys()]}::uuid[])
           and email like 'carga-%'
         order by random()
         limit ${maxCustomers}`,
  )
  const tokens = customers.map(() => newToken())
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        select company_id, token_hash, customer_id, now(), now()::date, now() + interval '60 days'
          from unnest(${customers.map(({ company_id }) => company_id)}::uuid[],
                      ${tokens.map(secretHash)}::bytea[],
                      ${customers.map(({ id }) => id)}::uuid[]) one (company_id, token_hash, customer_id)`,
  )
  return customers.map(({ company_id, document }, at) => ({
    shop: shopOf.get(company_id)!,
    document,
    token: tokens[at]!,
  }))
}

/** Registers customers who can sign in with `password`. Returns their email addresses. */
async function registerCrowd(
  context: Context,
  company_id: string,
  people: number,
): Promise<string[]> {
  const run = randomUUID()
  const emails: string[] = []
  for (let at = 0; at < people; at += 1) {
    const { data } = await register(
      context,
      {
        name: 'Bench',
        email: `bench-${at}-${run}@exemplo.com.br`,
        document: cnpj(randomInt(1e10, 7e10)),
        birthdate: '1990-01-01',
        password,
        opt_in: true,
        opt_in_marketing: false,
      },
      { company_id, address: '127.0.0.1', user_agent: null, now: new Date() },
    )
    emails.push(data.email!)
  }
  return emails
}

/** Loads all tables into shared_buffers: the benchmark does not measure first reads from disk. */
async function readAll(databaseUrl: string): Promise<void> {
  // A connection of its own, without the pool's time limits: this can take minutes.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create extension if not exists pg_prewarm schema public')
  await client.query(
    // Small relations last, so that they stay if shared_buffers is too small for all.
    `select public.pg_prewarm(oid, 'buffer')
       from (select oid
               from pg_class
              where relnamespace = 'fiel'::regnamespace
                and relkind in ('r', 'i')
              order by relpages desc) relation`,
  )
  await client.end()
}

/** Resolves once no delivery is due or in flight. */
async function drain(database: Database): Promise<void> {
  for (;;) {
    // Written with `limit`, because Citus refuses `exists` over the shards of a table.
    const due = await rows(
      database,
      sql`select from webhook_delivery where due_at is not null limit 1`,
    )
    if (due.length === 0) return
    await sleep(drainPoll_ms)
  }
}
