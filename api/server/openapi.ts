/** The contract as OpenAPI, and a page to read it. */

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

import { release } from '#database/schema-files.ts'

/** `GET /api/openapi.json` and `GET /api/docs`. Call it before the routes are added: it collects them. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fiel',
        version: release,
        description:
          'Points are integers, money is an integer number of centavos, instants are ISO 8601 UTC. ' +
          'Every refusal has the shape `{ status, message, data: { type, fields? } }`.',
      },
      components: {
        securitySchemes: {
          company: { type: 'apiKey', in: 'header', name: 'Company-Id' },
          session: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
          partner_key: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of a company’s partner',
          },
        },
      },
    },
    // Rules that JSON Schema cannot express, such as a check digit, are left out there. The server still checks them.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  // The page would serialise its own copy of 1.5 MB for each reader.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === '/api/docs/json') reply.redirect('/api/openapi.json')
    else done()
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  let document: string | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    reply.type('application/json; charset=utf-8').send(document)
  })
}
