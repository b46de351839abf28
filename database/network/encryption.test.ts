/** Connections to a real PostgreSQL with TLS: what encrypts, whom a node believes, and how it signs in without a password. */

import { generateKeyPairSync } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import forge from 'node-forge'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'

import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { refusePlain, verifyEncryption } from './encryption.ts'

const { md, pki } = forge
const folder = mkdtempSync(join(dataParent(), 'fiel-tls-'))
const server = await startEmbedded(folder)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

type Issued = { certificate: string; key: string; file: (part: 'certificate' | 'key') => string }

const authority = certificate('authority')
const stranger = certificate('stranger')
const ofServer = certificate('server', { of: authority })
const ofNode = certificate('fiel_node', { of: authority })
await giveTls()

/** A certificate for this common name and for 127.0.0.1, signed by `of` or by itself. */
function certificate(name: string, { of }: { of?: Issued } = {}): Issued {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const own = pki.privateKeyFromPem(key)
  const made = pki.createCertificate()
  made.publicKey = pki.setRsaPublicKey(own.n, own.e)
  made.serialNumber = '01'
  made.validity.notBefore = new Date('2020-01-01T00:00:00Z')
  made.validity.notAfter = new Date('2099-01-01T00:00:00Z')
  const subject = [{ name: 'commonName', value: name }]
  made.setSubject(subject)
  made.setIssuer(of ? pki.certificateFromPem(of.certificate).subject.attributes : subject)
  made.setExtensions([
    { name: 'basicConstraints', cA: of === undefined },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ])
  made.sign(of ? pki.privateKeyFromPem(of.key) : own, md.sha256.create())
  const texts = { certificate: pki.certificateToPem(made), key }
  const file = (part: 'certificate' | 'key') => {
    const path = join(folder, `${name}.${part}`)
    writeFileSync(path, texts[part], { mode: 0o600 })
    return path
  }
  return { ...texts, file }
}

/** Switches TLS on, and makes a role that signs in by a certificate alone. */
async function giveTls(): Promise<void> {
  const data = join(folder, 'postgresql/data')
  const { uid, gid } = statSync(data)
  for (const [name, text] of [
    ['server.crt', ofServer.certificate],
    ['server.key', ofServer.key],
    ['root.crt', authority.certificate],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    chownSync(join(data, name), uid, gid)
  }
  const hba = join(data, 'pg_hba.conf')
  const rule = 'hostssl all fiel_node 127.0.0.1/32 cert\nhost all fiel_node all reject\n'
  writeFileSync(hba, rule + readFileSync(hba, 'utf8'))
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create role fiel_node login')
  for (const setting of ["ssl = 'on'", "ssl_ca_file = 'root.crt'"]) {
    await client.query(`alter system set ${setting}`)
  }
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** The server's URL with these parameters, as `user` without a password, or as its owner. */
function urlWith(parameters: Record<string, string>, user?: string): string {
  const url = new URL(server.url)
  if (user !== undefined) Object.assign(url, { username: user, password: '' })
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Whether PostgreSQL says that the connection of this URL is encrypted, and as whom it is signed in. */
async function session(url: string): Promise<{ ssl: boolean; user: string }> {
  const pool = openPool(url, 1)
  try {
    await verifyEncryption(pool)
    const { rows } = await pool.query<{ ssl: boolean; user: string }>(
      'select ssl, current_user::text as "user" from pg_stat_ssl where pid = pg_backend_pid()',
    )
    return rows[0]!
  } finally {
    await pool.end()
  }
}

const trusted = { sslmode: 'verify-full', sslrootcert: authority.file('certificate') }

describe('a connection to the database with TLS', () => {
  test('is encrypted with sslmode=verify-full, and believes the named authority alone [D20]', async () => {
    expect((await session(urlWith(trusted))).ssl).toBe(true)
    const other = { ...trusted, sslrootcert: stranger.file('certificate') }
    await expect(session(urlWith(other))).rejects.toThrow(/certificate/)
    await expect(session(urlWith({ sslmode: 'verify-full' }))).rejects.toThrow(/certificate/)
  })

  test('signs in with a client certificate in place of a password [D20]', async () => {
    const own = { sslcert: ofNode.file('certificate'), sslkey: ofNode.file('key') }
    expect(await session(urlWith({ ...trusted, ...own }, 'fiel_node'))).toEqual({
      ssl: true,
      user: 'fiel_node',
    })
    await expect(session(urlWith(trusted, 'fiel_node'))).rejects.toThrow(/certificate/)
    const strange = { sslcert: stranger.file('certificate'), sslkey: stranger.file('key') }
    await expect(session(urlWith({ ...trusted, ...strange }, 'fiel_node'))).rejects.toThrow()
  })
})

test('a database across the Internet is refused without TLS, and accepted with it [D20]', () => {
  expect(() => refusePlain({ remoteAddress: '8.8.8.8' })).toThrow(
    'the connection to 8.8.8.8 crosses the Internet without TLS: add ?sslmode=verify-full.',
  )
  expect(() => refusePlain({ remoteAddress: '2001:4860:4860::8888' })).toThrow('without TLS')
  refusePlain({ remoteAddress: '8.8.8.8', encrypted: true })
  for (const address of ['127.0.0.1', '10.0.0.7', '::1', undefined]) {
    refusePlain({ remoteAddress: address })
  }
})
