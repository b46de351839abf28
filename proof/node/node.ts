/** A node of the API in this process, on an embedded database of its own: for proofs that act between the two. */

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

import { createApp } from '#api/app.ts'
import { publishedKeys } from '#api/company/identity-provider.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { createLog } from '#api/log/log.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { systemIo } from '#database/io.ts'
import { migrate } from '#database/migrate.ts'
import { openPool, type TimeLimits, timeLimits } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'
import { createEngine } from '#engine/apply.ts'

export type ProofDatabase = {
  ownerUrl: string
  /** The URL of the API's role. */
  url: string
  /** A pool of the proof itself, as the API's role: no fault reaches it. */
  sealed: SealedDatabase & { database: pg.Pool }
  folder: string
  close: () => Promise<void>
}

/** For statements of a proof, which read whole companies on a machine that is busy with the proof's own load. */
export const patientLimits: TimeLimits = {
  ...timeLimits,
  statement_ms: 300_000,
  answer_ms: 310_000,
}

/**
 * Starts PostgreSQL in a folder of its own and migrates it. The folder is in memory where there is room: no proof cuts the power, and a
 * commit would wait for the disk for 5 ms.
 */
export async function openDatabase(): Promise<ProofDatabase> {
  const folder = await mkdtemp(join(dataParent(), 'fiel-proof-'))
  const embedded = await startEmbedded(folder)
  const { url: ownerUrl, runtimeUrl: url } = embedded
  await migrate({ ownerUrl, runtimeUrl: url })
  const database = openPool(url, 4, patientLimits, { application_name: 'fiel proof' })
  return {
    ownerUrl,
    url,
    sealed: { database, secret: oneSecret(Buffer.alloc(32, 'fiel')) },
    folder,
    close: async () => {
      await database.end()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type NodeOptions = {
  /** The database, or a proxy in front of it. */
  url: string
  connections: number
  limits?: TimeLimits
  clock?: () => Date
  /** Addresses of proxies whose X-Forwarded-For is trusted. Default: none. */
  trustedProxies?: string[]
  /** Gets each line of the node's log. */
  onLine?: (line: string) => void
}

export type Node = {
  app: FastifyInstance
  address: string
  pool: pg.Pool
  /** Lines of the node's log about defects. A proof reports each. */
  defects: string[]
  close: () => Promise<void>
}

/** Nothing listens on port 1, so no proof reaches a service outside. */
const nowhere = 'http://127.0.0.1:1'

/** Serves the API on a free port. */
export async function startNode(
  { sealed: { secret } }: Pick<ProofDatabase, 'sealed'>,
  { url, connections, limits, clock = () => new Date(), trustedProxies = [], onLine }: NodeOptions,
): Promise<Node> {
  const pool = openPool(url, connections, limits)
  const defects: string[] = []
  const app = await createApp({
    database: pool,
    engine: createEngine(systemIo(pool)),
    clock,
    secret,
    queueMail: async () => undefined,
    push: null,
    log: createLog('info', {
      write: (line) => {
        if (isError(line)) defects.push(line)
        onLine?.(line)
      },
    }),
    addressSources: { viacep: nowhere, brasilapi: nowhere },
    identityProvider: { defaultProject: null, emulator_url: null, keys: publishedKeys(nowhere) },
    trustedProxies,
    portalFolder: null,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    address: `http://127.0.0.1:${port}`,
    pool,
    defects,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}

/** Whether pino wrote the line with the level error or fatal. */
function isError(line: string): boolean {
  return (JSON.parse(line) as { level: number }).level >= 50
}
