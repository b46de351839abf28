import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import { cellsOfHistories } from './cells.ts'
import { historyChunk } from './histories.ts'

const world = await createWorld()
// A company of a chunk is made at the present instant, and the world's clock stands still.
world.moveClock(new Date(Date.now() + 60_000).toISOString())
const nodes = [world.app, (await world.nodeWith()).app]
for (const node of nodes) await node.listen({ port: 0, host: '127.0.0.1' })
const addresses = nodes.map(({ server }) => addressOf(server.address() as AddressInfo))
const historyFolder = mkdtempSync(join(tmpdir(), 'fiel-histories-'))
afterAll(() => rmSync(historyFolder, { recursive: true }))
const servers = {
  sealed: { database: world.database, secret: world.secret },
  addresses,
  historyFolder,
}
const size = { operations: 300, cold: 6 }

test('concurrent calls to two nodes are explained, and every answer is a known cell [I3 I5 I9 I10]', async () => {
  const { steps, wrongs, reached } = await historyChunk(servers, 1, size)
  expect(wrongs).toEqual([])
  expect(steps).toBeGreaterThanOrEqual(size.operations)
  const { required } = cellsOfHistories()
  // A concurrent duplicate may wait for its key in vain on a busy machine.
  const others = Object.keys(reached).filter((cell) => !cell.includes('idempotency_in_progress'))
  expect(others.filter((cell) => !required.includes(cell))).toEqual([])
})

test('a proxy that answers a balance from its cache is found out [I3]', async () => {
  const stale = await staleProxy(addresses[0]!)
  const { wrongs } = await historyChunk({ ...servers, addresses: [stale] }, 2, size)
  expect(wrongs).not.toEqual([])
  expect(readdirSync(historyFolder)).toEqual(expect.arrayContaining(['seed-2.edn', 'seed-2.jsonl']))
  expect(wrongs.join()).toMatch(/\{"verb":"balance"\} → done .* no order explains it/)
})

/** Repeats the first balance that it has seen of a customer. */
async function staleProxy(address: string): Promise<string> {
  const balances = new Map<string, Buffer>()
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const owner = request.headers.authorization ?? ''
    const isBalance = request.url === '/api/customer/balance'
    const answer = await forwarded(address, request)
    const body = isBalance ? (balances.get(owner) ?? answer.body) : answer.body
    if (isBalance) balances.set(owner, body)
    response.writeHead(answer.status, answer.headers).end(body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return addressOf(server.address() as AddressInfo)
}

async function forwarded(address: string, request: IncomingMessage) {
  const body = await buffer(request)
  const { authorization, 'company-id': company, 'idempotency-key': key } = request.headers
  const type = request.headers['content-type']
  const response = await fetch(`${address}${request.url}`, {
    method: request.method!,
    headers: {
      authorization: authorization!,
      ...(company && { 'company-id': String(company) }),
      ...(key && { 'idempotency-key': String(key) }),
      ...(type && { 'content-type': type }),
    },
    ...(body.length > 0 && { body }),
  })
  const replayed = response.headers.get('idempotent-replayed')
  return {
    status: response.status,
    headers: replayed === null ? {} : { 'idempotent-replayed': replayed },
    body: Buffer.from(await response.arrayBuffer()),
  }
}

function addressOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`
}
