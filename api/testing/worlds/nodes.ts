/** A database for one test file, and the nodes that serve it. */

import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

import type { AddressSources } from '#api/address/sources.ts'
import { type AppContext, type AppOptions, createApp } from '#api/app.ts'
import { type IdentityProvider, publishedKeys } from '#api/company/identity-provider.ts'
import type { MailJob } from '#api/context/mail-job.ts'
import { createLog, type LogLevel } from '#api/log/log.ts'
import { vapidOf } from '#api/notification/push/vapid.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { recordPairs } from '#api/testing/refusal/record-pairs.ts'
import { runtimeUrl } from '#database/embedded/embedded.ts'
import { systemIo } from '#database/io.ts'
import { setRuntimeRole } from '#database/runtime-role.ts'
import { noteDistributed, openPool } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { withDatabaseName } from './database-url.ts'

export type NodeOptions = {
  log?: (line: string) => void
  /** Of the lines that `log` gets; `debug` by default. */
  logLevel?: LogLevel
  addressSources?: AddressSources
  identityProvider?: IdentityProvider
  /** The folder of a build to serve. */
  portalFolder?: string | null
  /** The folder of a console's build to serve. */
  consoleFolder?: string
  options?: AppOptions
  /** false: the server has no key for Web Push. */
  sendsPush?: boolean
  /** false: pushes go to public addresses only, as in production. */
  allowsPrivate?: boolean
  /** Connections of a node. Sign-ins and changes of a record may use 10 % of them at once. */
  poolSize?: number
}

/** Nothing listens on port 1, so no test reaches a real CEP service. */
const noSources = { viacep: 'http://127.0.0.1:1', brasilapi: 'http://127.0.0.1:1' }

const noIdentityProvider: IdentityProvider = {
  defaultProject: null,
  emulator_url: null,
  keys: publishedKeys('http://127.0.0.1:1'),
}

/** A key for Web Push. */
export const testVapid = vapidOf(Buffer.alloc(32, 'vapid').toString('base64url'))
/** The options that all nodes share. */
const secret = oneSecret(Buffer.alloc(32, 'fiel'))

/** Makes a database and starts one node on it. Both end with the test file. */
export async function startNodes(options: NodeOptions, clock: () => Date) {
  const { url, ownerUrl, drop } = await createDatabase()
  // The test's own pool, as the owner of the tables.
  const database = openPool(ownerUrl, 10)
  if (inject('citus_workers').length > 0) noteDistributed(database)
  const mails: MailJob[] = []
  const settings = nodeSettings(options, mails, clock)

  const observe = recordPairs()
  const nodes: { app: FastifyInstance; database: pg.Pool }[] = []
  const startNode = async (
    own = openPool(url, options.poolSize ?? 10),
    ownSecret = secret,
    added: AppOptions = {},
  ) => {
    if (inject('citus_workers').length > 0) noteDistributed(own)
    const engine = createEngine(systemIo(own), options.options?.metrics?.engine)
    const app = await createApp(
      { ...settings, secret: ownSecret, database: own, engine },
      { ...options.options, ...added },
    )
    observe(app, own)
    nodes.push({ app, database: own })
    return app
  }
  const app = await startNode()
  afterAll(async () => {
    for (const node of nodes) {
      await node.app.close()
      await node.database.end()
    }
    await database.end()
    await drop()
  })
  return {
    app,
    startNode,
    database,
    /** The app's pool, as the runtime role. */
    appDatabase: nodes[0]!.database,
    identityProvider: settings.identityProvider,
    secret,
    /** URLs for the runtime role and for the owner of the tables. */
    url,
    ownerUrl,
    /** The queued mails, oldest first. */
    mails,
  }
}

/** The options that all nodes of a world share. */
function nodeSettings(
  {
    log,
    logLevel = 'debug',
    addressSources,
    identityProvider,
    portalFolder,
    consoleFolder,
    sendsPush = true,
    allowsPrivate = true,
  }: NodeOptions,
  mails: MailJob[],
  clock: () => Date,
): Omit<AppContext, 'database' | 'engine'> {
  return {
    clock,
    secret,
    queueMail: async (_connection, job) => void mails.push(job),
    push: sendsPush ? { publicKey: testVapid.publicKey, allow_private: allowsPrivate } : null,
    addressSources: addressSources ?? noSources,
    identityProvider: identityProvider ?? noIdentityProvider,
    trustedProxies: ['192.0.2.1'],
    portalFolder: portalFolder ?? null,
    consoleFolder,
    log: log ? createLog(logLevel, { write: log }) : createLog('silent'),
  }
}

async function createDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const servers = [inject('postgresql'), ...inject('citus_workers')]
  const onEachServer = (statement: string) =>
    Promise.all(servers.map((server) => administer(server, statement)))
  await onEachServer(`create database ${name} template template_fiel`)
  const ownerUrl = withDatabaseName(servers[0]!, name)
  const url = runtimeUrl(ownerUrl)
  // A copied database lacks the role settings of its template.
  await setRuntimeRole(url)
  return {
    url,
    ownerUrl,
    drop: async () => void (await onEachServer(`drop database ${name} with (force)`)),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
