/**
 * `npm run streams -- 10000` measures what idle authorization streams cost a node (D5). That many customers hold one stream
 * each. The script reads the resident memory of the server's process before and after.
 */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

import { scriptOptions } from '../scripts/command-line.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { requireFiles } from '../scripts/open-files.ts'

const { count } = await scriptOptions('streams', 'Measures what idle streams cost a node', {
  count: {
    type: 'positional',
    required: false,
    default: '10000',
    description: 'Customers, each with a stream',
  },
})
const streamCount = Number(count)
if (!Number.isInteger(streamCount) || streamCount < 1) {
  console.error(`${count} is no number of customers.`)
  process.exit(2)
}
/** Number of streams opened at the same time. */
const atOnce = 50
const goalKilobytes = 10
/** Time for the server to free the memory that opening the streams needed. */
const settle_ms = 10_000

requireFiles(streamCount)
const server = await startDemoServer({ MAX_CONNECTIONS_PER_ADDRESS: String(streamCount + 10) })
const open: ClientRequest[] = []
try {
  const company_id = await signInCrowd()
  const before = await residentMegabytes()
  for (let from = 0; from < streamCount; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, streamCount - from) }, (_, at) => from + at)
    await Promise.all(some.map((n) => openStream(server.port, company_id, n)))
  }
  await sleep(settle_ms)
  const after = await residentMegabytes()
  const each = ((after - before) * 1024) / open.length
  console.log(
    `${open.length} idle streams: ${Math.round(after - before)} MB more, ${each.toFixed(1)} kB each (goal ${goalKilobytes}${each > goalKilobytes ? ', missed' : ''}); ${Math.round(before)} MB without`,
  )
} finally {
  for (const one of open) one.destroy()
  await server.stop()
}

/** Creates customers of the café, each with a session whose token is the customer's number. */
async function signInCrowd(): Promise<string> {
  const embedded = await startEmbedded(server.folder)
  const database = openPool(embedded.url, 1)
  const company = await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = 'cafe'`,
  )
  const { company_id } = company!
  await rows(
    database,
    sql`with made as (
          insert into customer (company_id, email, login_type, created_at)
          select ${company_id}, 'stream-' || n || '@exemplo.com.br', 'EMAIL', now()
            from generate_series(0, ${streamCount - 1}::integer) n
          returning company_id, id, substring(email from 'stream-([0-9]+)') as n),
        balances as (
          insert into balance (company_id, customer_id) select company_id, id from made)
        insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        select company_id, sha256(convert_to(lpad(n, 43, 'A'), 'UTF8')), id, now(), current_date, now() + interval '1 day'
          from made`,
  )
  await database.end()
  await embedded.stop()
  return company_id
}

async function openStream(port: string, company_id: string, n: number): Promise<void> {
  const request = get({
    host: '127.0.0.1',
    port,
    path: '/api/points/intention/stream',
    agent: false,
    headers: { 'company-id': company_id, authorization: `Bearer ${String(n).padStart(43, 'A')}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  if (response.statusCode === 503) {
    // A busy node sheds new streams first. The portal opens one again, too.
    await sleep(Number(response.headers['retry-after']) * 1_000)
    await openStream(port, company_id, n)
    return
  }
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`)
  // The script destroys the streams at the end.
  response.on('error', () => undefined)
  request.on('error', () => undefined)
  open.push(request)
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
