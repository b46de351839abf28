/**
 * `npm run night` runs the blocks of README and of the operating guide that take longer than 20 s. It types them in a clone of
 * the last commit, because they install and remove packages. Needs npm's registry.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { startEmbedded } from '#database/embedded/embedded.ts'
import { migrate } from '#database/migrate.ts'

import { blockOf, startScript } from './blocks.ts'

const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fiel-slow-blocks-'))
const clone = join(folder, 'fiel')
/** The guide asks for Node 24 or newer. So the Node that runs this file comes before the one of the machine. */
const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)

try {
  execFileSync('git', ['clone', '--quiet', repository, clone])
  await startDemo()
  await startOnOwnDatabase()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The clone has no packages yet, so `npm start` begins as it does on a new machine. */
async function startDemo(): Promise<void> {
  const demo = type(blockOf('README.md: npm start'), { PORT: '0' })
  const [, port] = await demo.until(/http:\/\/cafe\.localhost:(\d+)/)
  await demo.until(/Ctrl-C/)
  expectPage(`http://cafe.localhost:${port}/entrar`, '<input')
  await demo.stop()
}

async function startOnOwnDatabase(): Promise<void> {
  const database = await startEmbedded(join(folder, 'data'))
  const { url: ownerUrl, runtimeUrl } = database
  try {
    await migrate({ ownerUrl, runtimeUrl })
    const settings = {
      DATABASE_URL: runtimeUrl,
      FIEL_SECRET: 'slow'.repeat(8),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: '0',
      DRAIN_SECONDS: '0',
    }
    const serve = blockOf('docs/operating-guide.md: unset DATABASE_OWNER_URL')
    const node = type(serve, { ...settings, DATABASE_OWNER_URL: ownerUrl })
    await expectServing(node, '/ready', '"ok"')
    await traceTo(settings)
  } finally {
    await database.stop()
  }
}

/** Runs the node with tracing, and expects a collector to get the spans of a request. */
async function traceTo(settings: Record<string, string>): Promise<void> {
  const { promise: sent, resolve, reject } = Promise.withResolvers<string | undefined>()
  const collector = createServer((request, response) => {
    resolve(request.url)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const block = blockOf('docs/operating-guide.md: npm ci --prefix api/trace/otel', [
    ['4318', String(port)],
  ])
  // Probes such as /ready are not traced.
  await expectServing(type(block, settings), '/api/openapi.json', '"openapi"')
  // The node sends the last spans before it ends.
  reject(new Error('the collector got nothing'))
  expect((await sent) === '/v1/traces', 'the collector got the spans of the node')
  collector.close()
}

function type(block: string, env: Record<string, string>) {
  console.log(block.trimEnd().replaceAll(/^/gm, '$ '))
  return startScript(`set -euo pipefail\n${block}`, { cwd: clone, env: { ...env, PATH } })
}

/** Expects the node to answer, and to stop on SIGTERM. */
async function expectServing(
  node: ReturnType<typeof startScript>,
  path: string,
  expected: string,
): Promise<void> {
  const [, port] = await node.until(/listens on port (\d+)/)
  expectPage(`http://127.0.0.1:${port}${path}`, expected)
  await node.stop()
}

/** Reads the page with curl, because curl resolves each name under `localhost` to this machine. */
function expectPage(url: string, expected: string): void {
  const text = execFileSync('curl', ['--silent', '--show-error', '--fail', url], {
    encoding: 'utf8',
  })
  expect(text.includes(expected), `${url} answers ${expected}`)
}

function expect(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`Not so: ${what}`)
  console.log(`  ${what}`)
}
