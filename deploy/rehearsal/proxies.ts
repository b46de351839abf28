/**
 * `npm run rehearse-proxies` serves two nodes behind deploy/nginx.conf and then behind deploy/Caddyfile, with other ports and
 * certificates of this machine: TLS and its versions, calls without TLS, host names, addresses of clients, a stream of events, a
 * node killed. Needs Linux, root and Debian's packages nginx-light and caddy.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestTls, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'

import { startEmbedded } from '#database/embedded/embedded.ts'

import { blockOf } from '../../docs/blocks.ts'

const repository = join(import.meta.dirname, '../..')
const host = 'cafe.localhost'
const ports = { http: 8980, https: 8943, nodes: [3981, 3982], echo: 3983, ask: 5555 }
/** The longest wait for a node to start, and for a change to be seen. */
const limit_ms = 30_000

/** What a client may offer that must end the handshake. */
const weakOffers: [what: string, sent: Sent][] = [
  [
    'TLS 1.1',
    { tls: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } },
  ],
  ['a cipher without forward secrecy', { tls: { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' } }],
]

const folder = mkdtempSync(join(tmpdir(), 'fiel-proxies-'))
const children: ChildProcess[] = []
const documents = ['52998224725', '11144477735']
const database = await startEmbedded(join(folder, 'data'))
const settings = {
  ...process.env,
  DATABASE_URL: database.runtimeUrl,
  FIEL_SECRET: 'rehearsal'.repeat(4),
  SMTP_URL: 'smtp://127.0.0.1:1',
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '127.0.0.1',
}
try {
  fiel({ DATABASE_OWNER_URL: database.url }, 'migrate')
  fiel({}, 'company', 'apply', 'companies/cafe', '--yes')
  const key = /fiel_\S+/.exec(fiel({}, 'partner', 'key', 'cafe', 'Caixa'))![0]
  for (const [proxy, start] of [
    ['nginx', startNginx],
    ['caddy', startCaddy],
  ] as const) {
    console.log(proxy)
    const nodes = ports.nodes.map((port) => startNode(port))
    await Promise.all(ports.nodes.map((port) => answers(`http://127.0.0.1:${port}/ready`)))
    const stop = start(ports.nodes)
    await verify(key, nodes, proxy)
    await stop()
    await forwarded(start)
    await Promise.all(nodes.map((node) => end(node, 'SIGTERM')))
  }
} finally {
  await Promise.all(children.map((child) => end(child, 'SIGTERM')))
  await database.stop()
  rmSync(folder, { recursive: true })
}

function fiel(more: Record<string, string>, ...args: string[]): string {
  const env = { ...settings, ...more }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const command = ['scripts/fiel.cjs', ...args]
  return execFileSync(process.execPath, command, {
    cwd: repository,
    encoding: 'utf8',
    env,
    stdio: [...stdio],
  })
}

function startNode(port: number): ChildProcess {
  const env = { ...settings, PORT: String(port), HOST: '127.0.0.1' }
  return started(process.execPath, [join(repository, 'scripts/fiel.cjs'), 'serve'], env)
}

function started(program: string, args: string[], env = process.env): ChildProcess {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  children.push(child)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

type Start = (nodes: number[]) => () => Promise<void>

function startNginx(nodes: number[]): () => Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readFileSync(join(import.meta.dirname, '../nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${nodes[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${nodes.at(-1)}`)
    .replace('listen 80;', `listen ${ports.http};`)
    .replace('listen 443 ', `listen ${ports.https} `)
    .replaceAll('server_name clube.example.com', `server_name ${host}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const all = `daemon off; pid ${folder}/nginx.pid; events {}
    http { access_log off; error_log stderr crit; ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), all)
  const nginx = started('nginx', ['-c', join(folder, 'nginx.conf')])
  return () => end(nginx, 'SIGTERM')
}

function startCaddy(nodes: number[]): () => Promise<void> {
  const file = join(folder, 'Caddyfile')
  const name = 'docs/operating-guide.md: apt-get install caddy'
  const [, copy] = blockOf(name, [['/etc/caddy/Caddyfile', file]]).split('\n')
  execFileSync('sh', ['-c', copy!], { cwd: repository })
  const ours = readFileSync(file, 'utf8')
  // Certificates of Caddy's own authority: Let's Encrypt knows no name of this machine.
  const global = `local_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}`
  writeFileSync(file, ours.replace('\ton_demand_tls', `\t${global}\n\ton_demand_tls`))
  const home = join(folder, 'caddy')
  mkdirSync(home, { recursive: true })
  const addresses = nodes.map((port) => `127.0.0.1:${port}`).join(' ')
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, NODES: addresses }
  const caddy = started('caddy', ['run', '--adapter', 'caddyfile', '--config', file], env)
  return () => end(caddy, 'SIGTERM')
}

async function verify(key: string, nodes: ChildProcess[], proxy: string): Promise<void> {
  await eventually('health', async () => (await ask('GET /api/health')).status === 200)
  const page = await ask('GET /entrar')
  expect(page.status === 200 && page.text.includes('<input'), 'the login page is painted', page)
  const redirected = await askPlain('/entrar')
  expect(redirected >= 301 && redirected <= 308, 'a page is redirected from HTTP', redirected)
  const refused = await askPlain('/api/partner/customer?document=52998224725')
  expect(refused === 403, 'a call of the API over HTTP is refused, not redirected', refused)
  for (const [what, offer] of weakOffers) {
    const refusal = await ask('GET /', offer).then(
      ({ status }) => String(status),
      ({ message }: Error) => message,
    )
    expect(refusal.includes('alert'), `${what} is refused`, refusal)
  }
  if (proxy === 'caddy') {
    const refusal = await ask('GET /', { servername: 'other.example' }).then(
      ({ status }) => String(status),
      ({ message }: Error) => message,
    )
    const what = 'no certificate for a host name of no company'
    expect(refusal.includes('tlsv1 alert'), what, refusal)
  }
  const customer = await register()
  const points = await stream(customer)
  const sale = await ask('POST /api/partner/points/generate', {
    headers: { authorization: `Bearer ${key}` },
    body: {
      customer: { document: customer.document },
      purchase_value: 5000,
      external_id: proxy,
      subsidiary_name: 'Aurora Pinheiros',
    },
  })
  expect(sale.status < 300, 'a sale', sale)
  const began = performance.now()
  await eventually('an event of the stream', async () => points.events.length > points.first)
  console.log(`  the stream told of the sale after ${Math.round(performance.now() - began)} ms`)
  points.close()

  await end(nodes[0]!, 'SIGKILL')
  const answered = await Promise.all(
    Array.from({ length: 40 }, async () => (await ask('GET /api/health')).status),
  )
  expect(
    answered.every((status) => status === 200),
    '40 reads with one node killed',
    answered,
  )
}

/** A server in place of the nodes shows what the proxy sends. */
async function forwarded(start: Start): Promise<void> {
  let seen: IncomingHttpHeaders = {}
  const echo = createServer((request, response) => {
    if (request.headers['x-forwarded-for']) seen = request.headers
    response.end('{}')
  }).listen(ports.echo, '127.0.0.1')
  const stop = start([ports.echo])
  const forged = { 'x-forwarded-for': '203.0.113.9' }
  await eventually(
    'the echo',
    async () => (await ask('GET /echo', { headers: forged })).status === 200,
  )
  expect(seen.host?.split(':')[0] === host, 'the Host header is passed on', seen)
  const address = seen['x-forwarded-for']
  expect(address === '127.0.0.1', 'X-Forwarded-For is the client, and no forged address', seen)
  await stop()
  await new Promise((resolve) => echo.close(resolve))
}

type Customer = { token: string; company_id: string; document: string }

async function register(): Promise<Customer> {
  const found = await ask(`GET /api/company/get-company-by-domain/${host}`)
  const [{ company_id }] = JSON.parse(found.text) as [{ company_id: string }]
  const document = documents.pop()!
  const answer = await ask('POST /api/customer/create-via-email', {
    headers: { 'company-id': company_id },
    body: {
      name: 'Ana Lima',
      email: `${document}@exemplo.com.br`,
      document,
      birthdate: '1990-12-31',
      password: 'segredo1',
      opt_in: true,
      opt_in_marketing: false,
    },
  })
  expect(answer.status === 201, 'a registration', answer)
  return { token: (JSON.parse(answer.text) as { token: string }).token, company_id, document }
}

/** Opens the stream of a customer through the proxy, and waits for its first bytes. */
async function stream({ token, company_id }: Customer) {
  const headers = { authorization: `Bearer ${token}`, 'company-id': company_id }
  const response = await open('GET /api/points/intention/stream', { headers })
  const events: string[] = []
  response.setEncoding('utf8').on('data', (chunk: string) => events.push(chunk))
  response.on('error', () => undefined)
  await eventually('the stream begins', async () => events.length > 0)
  return { events, first: events.length, close: () => response.destroy() }
}

/** The status of a call without TLS. */
async function askPlain(path: string): Promise<number> {
  const url = `http://127.0.0.1:${ports.http}${path}`
  return (await fetch(url, { headers: { host }, redirect: 'manual' })).status
}

type Sent = {
  headers?: Record<string, string>
  body?: object
  servername?: string
  /** The oldest and newest version of TLS, and its ciphers. */
  tls?: Pick<RequestOptions, 'minVersion' | 'maxVersion' | 'ciphers'>
}

async function ask(endpoint: string, sent: Sent = {}) {
  const response = await open(endpoint, sent)
  return { status: response.statusCode!, text: await text(response) }
}

/** Calls the proxy over TLS with a certificate for the host name. */
async function open(endpoint: string, sent: Sent): Promise<IncomingMessage> {
  const { headers = {}, body, servername = host, tls } = sent
  const [method, path] = endpoint.split(' ')
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: ports.https,
    servername,
    method,
    path,
    headers: { host: servername, ...headers, ...(body && { 'content-type': 'application/json' }) },
    rejectUnauthorized: false,
    agent: false,
    ...tls,
  }
  const request = requestTls(options).end(body && JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const names = (response.socket as TLSSocket).getPeerCertificate().subjectaltname
  if (names !== `DNS:${servername}`) throw new Error(`The certificate is for ${names}.`)
  return response
}

async function answers(url: string): Promise<void> {
  await eventually(url, async () => (await fetch(url)).ok)
}

async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  for (;;) {
    // The error of the last check is not shown: a server that is still starting refuses connections.
    if (await check().catch(() => false)) return
    if (performance.now() - began > limit_ms) throw new Error(`Not within 30 s: ${what}`)
    await sleep(50)
  }
}

function expect(isRight: boolean, what: string, found: unknown): void {
  if (!isRight) throw new Error(`Not so: ${what}: ${JSON.stringify(found)}`)
  console.log(`  ${what}`)
}
