/** The API's document and the pages that show it. A company may switch both off (`API_DOCS`). */

import { randomBytes } from 'node:crypto'

import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { companyByHostname } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { hostname } from '#api/http/hostname.ts'
import { originOf } from '#api/http/origin.ts'

import { collectRoutes, serversOf } from './openapi.ts'
import { openPages, type ReferencePage } from './page.ts'
import { referenceWords } from './text.ts'

/** Collects the routes that are added after it, so call it first. */
export async function referenceRoutes(
  app: FastifyInstance,
  { database }: Pick<Context, 'database'>,
): Promise<void> {
  const documentOf = await collectRoutes(app)
  let json: string | undefined
  const hidden = { schema: { hide: true } }
  await app.register(async (scope) => {
    // The answers hold no customer's data, so their compressed length reveals nothing.
    await scope.register(compress, { global: false, encodings: ['br', 'gzip'] })

    scope.get('/api/openapi.json', hidden, async (request, reply) => {
      json ??= JSON.stringify(documentOf())
      const { origin } = await companyAndOrigin(request)
      // Only the servers differ between hosts, so the rest is written once.
      const text = `{"servers":${JSON.stringify(serversOf(origin))},${json.slice(1)}`
      return reply.type('application/json; charset=utf-8').compress(text)
    })
    scope.get('/api/docs', hidden, (request, reply) => answer('partner', request, reply))
    scope.get('/api/docs/', hidden, (_request, reply) => reply.redirect('/api/docs', 308))
    scope.get('/api/docs/portal', hidden, (request, reply) => answer('portal', request, reply))
  })

  /** The company of the host, and the origin to show. An unknown host is not repeated: anybody can send any Host header. */
  async function companyAndOrigin(request: FastifyRequest) {
    const host = hostname(request)
    const company = (await companyByHostname(database, host))?.company
    const isKnown = company || host === 'localhost'
    const port = request.socket.localPort ?? 0
    return { company, origin: isKnown ? originOf(host, port) : referenceWords.anyOrigin }
  }

  let pages: ReturnType<typeof openPages> | undefined

  /** The page in the colours of the company that the host names, and with no other company's data. */
  async function answer(page: ReferencePage, request: FastifyRequest, reply: FastifyReply) {
    pages ??= openPages(documentOf())
    const writePage = await pages
    const nonce = randomBytes(16).toString('base64')
    const html = writePage(page, { ...(await companyAndOrigin(request)), nonce })
    return reply
      .headers({ 'content-security-policy': policy(nonce), 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .compress(html)
  }
}

function policy(nonce: string): string {
  return `default-src 'none'; img-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`
}
