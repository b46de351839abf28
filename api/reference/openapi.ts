/** The contract as an OpenAPI document (`GET /api/openapi.json`). */

import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'

import { ErrorBody } from '#contract/error.ts'
import { release } from '#database/schema-files.ts'

import { describeFields, describeMessage } from './describe.ts'
import { addExamples } from './examples.ts'
import { credentialWords, referenceWords } from './text.ts'
import { webhooks } from './webhooks.ts'

/** Schemas that the document contains once: each of 70 endpoints refers to them for up to 12 statuses. */
const schemaRegistry = z.registry<{ id: string }>()
schemaRegistry.add(ErrorBody, { id: 'Error' })

// Rules that JSON Schema cannot express, such as a check digit, are left out. The server still checks them.
const zodToJsonConfig = { unrepresentable: 'any' } as const

const securitySchemes: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  company: {
    type: 'apiKey',
    in: 'header',
    name: 'Company-Id',
    description: credentialWords.guest,
  },
  session: { type: 'http', scheme: 'bearer', description: credentialWords.customer },
  partner_key: { type: 'http', scheme: 'bearer', description: credentialWords.partner },
}

/** Collects the routes that are added after this call, and returns the function that makes the document of them. */
export async function collectRoutes(app: FastifyInstance): Promise<() => OpenAPIV3_1.Document> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: referenceWords.document,
        version: release,
        description: referenceWords.conventions,
      },
      components: { securitySchemes },
    },
    transform: createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig }),
  })
  let document: OpenAPIV3_1.Document | undefined
  return () => {
    if (!document) {
      document = withMeanings({ ...(app.swagger() as OpenAPIV3_1.Document), webhooks: webhooks() })
      addExamples(document)
    }
    return document
  }
}

/** The servers of the document: the one that was asked, if it is a company's or this machine, and any company's. */
export function serversOf(origin: string): OpenAPIV3_1.ServerObject[] {
  const anyCompany = {
    url: 'https://{host}',
    description: referenceWords.companyServer,
    variables: {
      host: {
        default: new URL(referenceWords.anyOrigin).hostname,
        description: referenceWords.companyHost,
      },
    },
  }
  if (origin === referenceWords.anyOrigin) return [anyCompany]
  return [{ url: origin, description: referenceWords.askedServer }, anyCompany]
}

/** Gives each field the description of its name. */
function withMeanings(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { ErrorInput: _, ...schemas } = document.components?.schemas ?? {}
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema, name)
  for (const [path, calls] of Object.entries(document.paths ?? {})) {
    describeFields(calls, `/${path.split('/')[2]}`)
  }
  for (const message of Object.values(document.webhooks ?? {})) {
    const { post } = message as OpenAPIV3_1.PathItemObject
    const { content } = post!.requestBody as OpenAPIV3_1.RequestBodyObject
    describeMessage(content['application/json']!.schema as OpenAPIV3_1.SchemaObject)
  }
  return { ...document, components: { ...document.components, schemas } }
}
