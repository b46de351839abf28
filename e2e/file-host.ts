/** A static file host: serves a folder, index.html for all other paths, and the headers of docs/operating-guide.md. */

import statics from '@fastify/static'
import Fastify from 'fastify'

import { blockOf } from '../docs/blocks.ts'

/** Serves the folder on a free port. The API is on another origin. */
export async function hostFiles(
  folder: string,
  apiOrigin: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const headers = headersOfGuide(apiOrigin)
  const host = Fastify({ forceCloseConnections: true })
  host.addHook('onSend', async (_request, reply) => void reply.headers(headers))
  await host.register(statics, { root: folder, preCompressed: true })
  host.setNotFoundHandler((_request, reply) => reply.code(200).sendFile('index.html'))
  const address = await host.listen({ port: 0, host: '::' })
  return { port: Number(new URL(address).port), stop: () => host.close() }
}

/** The headers of the guide's nginx example, except those for TLS and caches. */
function headersOfGuide(apiOrigin: string): Record<string, string> {
  const lines = blockOf('docs/operating-guide.md: server {').matchAll(
    /add_header (?!Strict-|Cache-)(\S+) "?([^"]+?)"? always;/g,
  )
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [
      name!,
      value!.replaceAll('https://api.example.com', apiOrigin),
    ]),
  )
}
