/** Fills a database with a generated history by COPY: 20 million records take minutes; single sales would take hours. */

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { applyCompany } from '#api/company-file/apply.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { inSchema, openPool, row, rows, sql } from '#database/sql.ts'

import { historyTables, type Shop, type Table, update_lookback } from './history/history.ts'
import type { Size } from './history/timeline.ts'

/** Size of one write to COPY. */
const chunk_bytes = 256 * 1024

/**
 * Loads everything in one transaction. Keys and indexes are dropped first and created again at the end. Creating them
 * validates each row as a sale would. The tables are locked meanwhile. Throws if the database was filled before.
 */
export async function fill(
  url: string,
  secret: ServerSecret,
  size: Size,
  report: (line: string) => void,
): Promise<void> {
  const pool = openPool(url, 1)
  const shops: Shop[] = []
  for (let number = 1; number <= size.companies; number += 1) {
    shops.push(await openShop({ database: pool, secret }, number))
  }
  await pool.end()

  const client = new pg.Client({ connectionString: url, ...inSchema })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '1GB'`)
    const tables = historyTables(size, shops, voucherCodes(secret), new Date())
    const restore = await withoutKeys(
      client,
      tables.map(({ name }) => name),
    )
    for (const table of tables) {
      const began = performance.now()
      const count = await copy(client, table)
      report(
        `${table.name.padEnd(16)} ${count.toLocaleString('en').padStart(12)} rows  ${since(began)}`,
      )
    }
    const began = performance.now()
    // The foreign key checks are joins: the planner needs the sizes of the tables.
    await client.query(`analyze ${tables.map(({ name }) => name).join()}`)
    await restore()
    await client.query('commit')
    // Empty tables are left out: after VACUUM the planner would assume that they stay empty.
    await client.query(`vacuum analyze ${tables.map(({ name }) => name).join()}`)
    report(`${'keys and indexes'.padEnd(36)}${since(began)}`)
  } finally {
    await client.end()
  }
}

function since(began: number): string {
  return `${Math.round((performance.now() - began) / 1000)} s`
}

/** A company with four levels, a till and one prize. */
async function openShop({ database, secret }: SealedDatabase, number: number): Promise<Shop> {
  const slug = `carga-${number}`
  const file = CompanyFile.parse({
    slug,
    name: `Carga ${number}`,
    frontend_domain: `${slug}.localhost`,
    logo: 'logo.svg',
    favicon: 'logo.svg',
    calculation_rules: [
      {
        key: 'compra',
        name: 'Compra',
        type: 'POINTS_PER_REAL',
        rate: 1,
        expires_in: { days: 730 },
      },
    ],
    settings: { levels_system: 'LOOKBACK', update_lookback },
    levels: [
      { name: 'Bronze', trigger_amount: 0 },
      { name: 'Prata', trigger_amount: 1_000, multiplier: 1.1 },
      { name: 'Ouro', trigger_amount: 4_000, multiplier: 1.25 },
      { name: 'Diamante', trigger_amount: 20_000, multiplier: 1.5 },
    ],
    prizes: [{ key: 'cafe', name: 'Café', value: 1 }],
  })
  const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from('<svg/>') }
  const images = new Map([['logo.svg', logo]])
  const placeOf = (field: string) => field
  await applyCompany(
    { database, secret },
    { file, images, codes: new Map(), credentials: new Map(), placeOf },
    new Date(),
  )
  const company = await row<{ company_id: string; is_filled: boolean }>(
    database,
    sql`select company_id, exists (select from customer where customer.company_id = company.company_id) as is_filled
          from company
         where slug = ${slug}`,
  )
  const { company_id, is_filled } = company!
  if (is_filled) throw new Error('This database was filled before: name another DATA_FOLDER.')
  await createPartnerKey(database, company_id, 'Carga', new Date())
  return (await row<Shop>(
    database,
    sql`select partner_key.company_id, partner_key.id as partner_key_id, prize.id as prize_id,
               calculation_rule.id as rule_id,
               (select jsonb_agg(jsonb_build_object('id', level.id, 'name', level.name, 'trigger_amount', level.trigger_amount)
                                 order by level.trigger_amount)
                  from level
                 where level.company_id = partner_key.company_id) as levels
          from partner_key
          join prize using (company_id)
          join calculation_rule using (company_id)
         where partner_key.company_id = ${company_id}`,
  ))!
}

/** Drops all keys and indexes of the tables. The returned function creates them again. */
async function withoutKeys(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  // `rows` requires a PoolClient; a plain client in a transaction behaves the same.
  const connection = client as unknown as pg.PoolClient
  const keys = await rows<{ table: string; name: string; definition: string }>(
    connection,
    // Foreign keys first: a key cannot be dropped while one references it.
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
          from pg_constraint
         where connamespace = 'fiel'::regnamespace
           and (contype = 'f' and (conrelid = any(${tables}::regclass[]) or confrelid = any(${tables}::regclass[]))
                or contype in ('p', 'u') and conrelid = any(${tables}::regclass[]))
         order by contype <> 'f', oid`,
  )
  const indexes = await rows<{ name: string; definition: string }>(
    connection,
    sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
          from pg_index
         where indrelid = any(${tables}::regclass[])
           and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys.toReversed()) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/** Returns the number of rows. */
async function copy(client: pg.Client, { name, columns, rows }: Table): Promise<number> {
  let count = 0
  function* chunks() {
    let text = ''
    for (const values of rows()) {
      count += 1
      text += `${values.map((value) => value ?? String.raw`\N`).join('\t')}\n`
      if (text.length > chunk_bytes) {
        yield text
        text = ''
      }
    }
    yield text
  }
  const into = client.query(copyFrom(`copy ${name} (${columns.join()}) from stdin`))
  await pipeline(Readable.from(chunks()), into)
  return count
}
