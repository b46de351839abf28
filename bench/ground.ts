/** Where a benchmark runs: the API on a filled database, the customers and tills that call it, the servers it tells. */

import { fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { public_sources } from '#api/address/sources.ts'
import { type AppOptions, createApp } from '#api/app.ts'
import type { Context } from '#api/context/context.ts'
import { register } from '#api/customer/register.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { startExpiring } from '#api/intention/expire.ts'
import { createLog } from '#api/log/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { identityProviderOf } from '#api/session/identity-provider.ts'
import { startDeliveries } from '#api/webhook/deliver.ts'
import { applyWebhooks } from '#api/webhook/endpoint.ts'
import { systemIo } from '#database/io.ts'
import { type Database, openPool, row, rows, sql, timeLimits } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { cnpj } from './history.ts'
import { clients } from './paths.ts'
import type { ReceiverTold } from './receiver.ts'

/** People who sign in at once. */
export const crowd = 20
export const password = 'segredo1'
/** Customers that are called for: of a large company so many that their rows are all over the disk. */
const maxCustomers = 20_000
/** Tills of each company where there are many: with its customers, more uses of points an hour than any run makes. */
const minTills = 4
/** One till in so many has a daily limit of points, which no run reaches. */
const limited_every = 4
const daily_limit = 1_000_000_000_000
const drainPoll_ms = 50

/** What a client's process is told. */
export type Asked = {
  address: string
  /** Of what the database has sealed. */
  secret: Buffer
  shops: { company_id: string; prize_id: string; tills: string[] }[]
  /** `shop` is an index of `shops`. */
  customers: { shop: number; document: string; token: string }[]
  /** Of the first company, who sign in with `password`. */
  emails: string[]
}

export type Ground = {
  asked: Asked
  database: pg.Pool
  /** Turns that were taken here so far: see `turns` in paths.ts. */
  taken: number
  /** Delivers webhooks from now on, as the product does. Returns what stops it. */
  startDelivering: () => () => Promise<void>
  /** Resolves once everything that has happened was told to the companies' servers. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

type GroundOptions = AppOptions & {
  people?: number
  isDelivering?: boolean
}

/** On a database that `fill` has filled, also one that was measured before. */
export async function openGround(
  database_url: string,
  secret: Buffer,
  { people = crowd, isDelivering = true, ...options }: GroundOptions = {},
): Promise<Ground> {
  // The owner: the bench also vacuums. With the time-outs that the API's role has.
  const database = openPool(database_url, 20, { ...timeLimits })
  const context: Context = {
    database,
    engine: createEngine(systemIo(database)),
    clock: () => new Date(),
    secret,
    // What mails cost is not measured here.
    queueMail: async () => undefined,
    address_sources: public_sources,
    identity_provider: identityProviderOf({}, true),
    trusted_proxies: [],
    portal_folder: null,
    log: createLog('info'),
    demo_mailbox: null,
    demo_tills: null,
  }
  const app = await createApp(context, options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'))
  const [told] = (await once(receiver, 'message')) as [ReceiverTold]
  const stops = [startExpiring(context)]
  const startDelivering = () => startDeliveries(context, { allow_private: true }).stop

  const shops = await openShops(database, `http://127.0.0.1:${told.port}/`)
  const asked: Asked = {
    address: `http://127.0.0.1:${port}`,
    secret,
    shops,
    customers: await signIn(database, shops),
    emails: await registerCrowd(context, shops[0]!.company_id, people),
  }
  await readAll(database_url)
  if (isDelivering) stops.push(startDelivering())
  return {
    asked,
    database,
    taken: 0,
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

/** Tells each company's events to `url`, and opens its tills: all of `clients` for a company alone. */
async function openShops(database: pg.Pool, url: string): Promise<Asked['shops']> {
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
  const shops: Asked['shops'] = []
  for (const { company_id, prize_id } of companies) {
    await applyWebhooks(database, company_id, [{ url, types: null }], now)
    const tills = await Promise.all(
      Array.from({ length: tillsOfEach }, (_, at) =>
        createPartnerKey(database, company_id, `Bench ${run} ${at}`, now, {
          most_points_per_day: at % limited_every === 0 ? daily_limit : null,
        }),
      ),
    )
    shops.push({ company_id, prize_id, tills })
  }
  return shops
}

/** A session for each of some customers, who belong to any of the companies. */
async function signIn(database: Database, shops: Asked['shops']): Promise<Asked['customers']> {
  const shopOf = new Map(shops.map(({ company_id }, at) => [company_id, at]))
  const chosen = await rows<{ company_id: string; id: string; document: string }>(
    database,
    sql`select company_id, id, document
          from customer
         where company_id = any (${[...shopOf.keys()]}::uuid[])
           and email like 'carga-%'
         order by random()
         limit ${maxCustomers}`,
  )
  const tokens = chosen.map(() => newToken())
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        select company_id, token_hash, customer_id, now(), now()::date, now() + interval '60 days'
          from unnest(${chosen.map(({ company_id }) => company_id)}::uuid[],
                      ${tokens.map(secretHash)}::bytea[],
                      ${chosen.map(({ id }) => id)}::uuid[]) one (company_id, token_hash, customer_id)`,
  )
  return chosen.map(({ company_id, document }, at) => ({
    shop: shopOf.get(company_id)!,
    document,
    token: tokens[at]!,
  }))
}

/** The email addresses of people who can sign in with `password`. */
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

/** A server for so many has memory for them: what a first read costs from the disk is not what is measured. */
async function readAll(database_url: string): Promise<void> {
  // As long as it takes: a pool's connections end what takes too long.
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  await client.query('create extension if not exists pg_prewarm schema public')
  await client.query(
    // The small ones last: what does not fit gives way to them.
    `select public.pg_prewarm(oid, 'buffer')
       from (select oid
               from pg_class
              where relnamespace = 'fiel'::regnamespace
                and relkind in ('r', 'i')
              order by relpages desc) relation`,
  )
  await client.end()
}

/** The outbox is empty when no delivery is due or under way. */
async function drain(database: Database): Promise<void> {
  for (;;) {
    const outbox = await row<{ is_empty: boolean }>(
      database,
      sql`select not exists (select from webhook_delivery where due_at is not null) as is_empty`,
    )
    if (outbox!.is_empty) return
    await sleep(drainPoll_ms)
  }
}
