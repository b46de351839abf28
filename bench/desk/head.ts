/**
 * `npm run head-bench` fills an embedded PostgreSQL with one company of 100,000 customers and 2,000,000 records in 330 days, or as many as
 * `--customers` and `--records` say. It takes the first head, which covers all customers, and those of the next days. Then it proves the
 * last head from the records. It prints the time of each step, and the bytes that the entries take.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'

import { headSigner } from '#api/head/head-signer.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import type { RecordHead } from '#contract/head/head.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openPool, row, sql } from '#database/sql.ts'
import { storeHeadKey } from '#engine/head/head-key.ts'
import { proveHead } from '#engine/head/prove-head.ts'
import { takeHead } from '#engine/head/take-head.ts'

import { scriptOptions } from '../../scripts/command-line.ts'
import { fill } from '../fill.ts'

const options = await scriptOptions('head-bench', 'Measures the daily head of the records', {
  customers: { type: 'string', default: '100000', description: 'Customers of the company' },
  records: { type: 'string', default: '2000000', description: 'Their records' },
})

const size = {
  customers: Number(options.customers),
  records: Number(options.records),
  companies: 1,
}
const day_ms = 86_400_000
/** Heads after the first one, of a day each. */
const days = 5
const secret = oneSecret(Buffer.alloc(32))
const signer = headSigner(secret)

const folder = await mkdtemp(join(tmpdir(), 'fiel-head-'))
const server = await startEmbedded(folder)
try {
  await migrate({ ownerUrl: server.url, runtimeUrl: server.runtimeUrl })
  await fill(server.url, secret, size, console.log)
  const database = openPool(server.runtimeUrl, 2)
  await measure(database)
  await database.end()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(database: pg.Pool): Promise<void> {
  const company = await row<{ company_id: string }>(
    database,
    sql`select company_id from companies()`,
  )
  const { company_id } = company!
  const began = Date.now() - (days + 2) * day_ms
  await storeHeadKey(database, signer.publicKey, new Date(began))
  let last: RecordHead | null = null
  for (let day = 0; day <= days; day += 1) {
    const now = new Date(began + day * day_ms)
    const announce = async () => undefined
    last = await timed(day === 0 ? 'the first head' : 'the head of a day', async () => {
      const head = await takeHead(database, company_id, now, { signer, announce })
      return [head, `${figure(head!.customers)} customers, ${figure(head!.records)} records`]
    })
  }
  await timed('the proof', async () => {
    const proof = await proveHead(database, last!.hash)
    if (!proof.isProven) throw new Error(proof.fault)
    return [proof, `${figure(proof.customers)} customers, ${figure(proof.head.records)} records`]
  })
  const entries = await row<{ bytes: number }>(
    database,
    sql`select pg_total_relation_size('record_head_entry') / count(*) as bytes from record_head_entry`,
  )
  console.log(`an entry takes ${entries!.bytes} bytes with its index`)
}

async function timed<Result>(
  name: string,
  work: () => Promise<[Result, detail: string]>,
): Promise<Result> {
  const began = performance.now()
  const [result, detail] = await work()
  const time = `${((performance.now() - began) / 1_000).toFixed(1)} s`
  console.log(`${name.padEnd(20)} ${time.padStart(9)}  ${detail}`)
  return result
}

function figure(count: number): string {
  return count.toLocaleString('en')
}
