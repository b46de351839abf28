/** Serves the console's build: its assets, and at a company's `admin_domain` its page for every path that is no file (D15). */

import { join } from 'node:path'

import type { FastifyHelmetOptions } from '@fastify/helmet'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { consoleByHostname } from '#api/company/console.ts'
import type { Database } from '#database/sql.ts'

import { openConsolePages } from './page.ts'
import { consoleHeaders } from './policy.ts'

const immutable = 'public, max-age=31536000, immutable'

export type ConsolePage = { status: 200; html: string; headers: FastifyHelmetOptions }

/** Serves the assets. Returns the function that answers with the page of a console's host; undefined for other hosts. */
export async function consoleFiles(
  app: FastifyInstance,
  { database, consoleFolder }: { database: Database; consoleFolder?: string | undefined },
): Promise<(hostname: string, nonce: string) => Promise<ConsolePage | undefined>> {
  if (consoleFolder === undefined) return async () => undefined
  const writePage = await openConsolePages(consoleFolder)
  await app.register(statics, {
    root: join(consoleFolder, 'console-assets'),
    prefix: '/console-assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', immutable),
  })
  return async (hostname, nonce) => {
    const found = await consoleByHostname(database, hostname)
    return found && { status: 200, html: writePage(found, nonce), headers: consoleHeaders(nonce) }
  }
}
