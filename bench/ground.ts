/** Where a benchmark runs: the API on a filled database, the customers and tills that call it. */

import { randomInt, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { public_sources } from '#api/address/sources.ts'
import { type AppOptions, createApp } from '#api/app.ts'
import { register } from '#api/customer/register.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { createLog } from '#api/log.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { identityProviderOf } from '#api/session/identity-provider.ts'
import { type Database, openPool, row, rows, sql } from '#database/sql.ts'

import { cnpj } from './history.ts'
import { clients } from './paths.ts'

/** People who sign in at once. */
export const crowd = 20
export const password = 'segredo1'
/** A client that has ended leaves a call behind; it is answered by then. */
const settle_ms = 1_500
/** Customers that are called for: of a large company so many that their rows are all over the disk. */
const most_customers = 20_000

export type Ground = {
  database_url: string
  /** Of the server that runs, and of what the database has sealed. */
  secret: Buffer
  address: string
  company_id: string
  prize_id: string
  /** A till asks a customer ten times an hour, so there are as many as clients. */
  tills: string[]
  customers: { document: string; token: string }[]
  emails: string[]
  /** Ends the intentions that a run has left open. */
  tidyUp: () => Promise<void>
  close: () => Promise<void>
}

/**
 * On a database that `fill` has filled, also one that was measured before. Tables of the benchmark's own tell pgbench who
 * there is.
 */
export async function openGround(
  database_url: string,
  secret: Buffer,
  { people = crowd, ...options }: AppOptions & { people?: number } = {},
): Promise<Ground> {
  const database = openPool(database_url, 20, null)
  const context = {
    database,
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

  const shop = await row<{ company_id: string; prize_id: string }>(
    database,
    sql`select company_id, prize.id as prize_id
          from company
          join prize using (company_id)
         where slug = 'carga-1'`,
  )
  const { company_id, prize_id } = shop!
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
  await readAll(database_url)
  return {
    database_url,
    secret,
    address: `http://127.0.0.1:${port}`,
    company_id,
    prize_id,
    tills: await openTills(database, company_id, run),
    customers: await signIn(database, company_id),
    emails,
    tidyUp: async () => {
      // What the clients no longer wait for still goes on: an intention that is opened later would be in the way.
      await sleep(settle_ms)
      await rows(database, sql`select expire_intentions(now() + interval '1 day', ${clients * 4})`)
    },
    close: async () => {
      await app.close()
      await database.end()
    },
  }
}

/** A server for so many has memory for them: what a first read costs from the disk is not what is measured. */
async function readAll(database_url: string): Promise<void> {
  // As long as it takes: a pool's connections end what takes too long.
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  await client.query('create extension if not exists pg_prewarm')
  await client.query(
    // The small ones last: what does not fit gives way to them.
    `select pg_prewarm(oid, 'buffer')
       from (select oid
               from pg_class
              where relnamespace = 'fiel'::regnamespace
                and relkind in ('r', 'i')
              order by relpages desc) relation`,
  )
  await client.end()
}

async function openTills(database: Database, company_id: string, run: string): Promise<string[]> {
  const keys = await Promise.all(
    Array.from({ length: clients }, (_, at) =>
      createPartnerKey(database, company_id, `Bench ${run} ${at}`, new Date()),
    ),
  )
  await rows(database, sql`drop table if exists bench_till, bench_customer`)
  await rows(
    database,
    sql`create unlogged table bench_till as
        select row_number() over () - 1 as n, id
          from partner_key
         where name like ${`Bench ${run} %`}`,
  )
  await rows(database, sql`alter table bench_till add primary key (n)`)
  return keys
}

async function signIn(database: Database, company_id: string): Promise<Ground['customers']> {
  await rows(
    database,
    sql`create unlogged table bench_customer (n integer primary key, id uuid, document text)`,
  )
  const chosen = await rows<{ id: string; document: string }>(
    database,
    sql`insert into bench_customer
        select row_number() over () - 1, one.id, one.document
          from (select id, document
                  from customer
                 where company_id = ${company_id}
                   and login_type = 'PRE'
                 order by random()
                 limit ${most_customers}) one
        returning id, document`,
  )
  await rows(database, sql`analyze bench_customer`)
  const customers = chosen.map(({ document }) => ({ document, token: newToken() }))
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        select ${company_id}, token_hash, customer_id, now(), now()::date, now() + interval '60 days'
          from unnest(${customers.map(({ token }) => secretHash(token))}::bytea[],
                      ${chosen.map(({ id }) => id)}::uuid[]) one (token_hash, customer_id)`,
  )
  return customers
}
