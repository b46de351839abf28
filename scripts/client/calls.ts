/** The calls of a till and the messages to its server, as the contract has them. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { ApiError, forCashier } from '#api/http/api-error.ts'
import { describeFields, describeMessage } from '#api/reference/describe.ts'
import { webhookWords } from '#api/reference/text.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints, errorsOf } from '#contract/endpoints/endpoints.ts'
import { type ErrorCode, errorCodes } from '#contract/error.ts'
import { examples, type PartnerKey } from '#contract/reference/examples.ts'
import { operationIds } from '#contract/reference/operation-ids.ts'
import { WebhookEvent, type WebhookType } from '#contract/webhook.ts'

import type { Operation } from '../../till/send.ts'
import type { Schema } from './schema-types.ts'

export type Call = {
  /** The operation id: the name of the function. */
  name: string
  key: PartnerKey
  summary: string
  scope: string | undefined
  operation: Operation
  /** The names of the arguments in the path. */
  parameters: string[]
  /** The query or the body. */
  request: Schema | undefined
  /** Undefined: the answer has no body. */
  answer: Schema | undefined
  errors: ErrorCode[]
}

const contract = join(import.meta.dirname, '../../contract')

/** The calls in the order of a till's day. */
export async function callsOfTill(): Promise<Call[]> {
  const schemaOf = await namedSchemas()
  return (Object.keys(examples) as PartnerKey[]).map((key) => {
    const endpoint: Endpoint = endpoints[key]
    const { query, body, response, summary, scope, idempotent, repeatable } = endpoint
    const [method, path] = key.split(' ') as [string, string]
    if (query && body)
      throw new Error(`${key} has a query and a body: a function takes one of them`)
    const isRepeatable = method === 'GET' || method === 'DELETE' || idempotent || repeatable
    const request = query ?? body
    // The fields of a query have the meanings of the path's last word: `GET /partner/customer` takes the fields of a customer.
    const around = query ? path.slice(path.lastIndexOf('/') + 1) : 'requestBody'
    return {
      name: operationIds[key],
      key,
      summary,
      scope,
      operation: {
        method,
        path,
        ...(request && { sends: query ? 'query' : 'body' }),
        ...(idempotent && { isIdempotent: true }),
        ...(isRepeatable && { isRepeatable: true }),
      },
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      request: request && schemaOf(request, 'input', around),
      answer: response ? schemaOf(response, 'output', '/partner') : undefined,
      errors: errorsOf(key),
    }
  })
}

/** Type → what happened, and the schema of the message. */
export function messagesToTill(): { type: WebhookType; summary: string; schema: Schema }[] {
  const { oneOf } = z.toJSONSchema(WebhookEvent) as unknown as { oneOf: Schema[] }
  return oneOf.map((schema) => {
    const type = schema.properties!['type']!.const as WebhookType
    describeMessage(schema as Parameters<typeof describeMessage>[0])
    const title = `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
    return { type, summary: webhookWords.summaries[type], schema: { ...schema, title } }
  })
}

/** '404: Não encontramos este cliente.' */
export function errorSentence(code: ErrorCode): string {
  return `${errorCodes[code].status}: ${forCashier(new ApiError(code)).message}`
}

/** A function from schemas of the contract to JSON Schemas whose objects have the names that the contract exports. */
async function namedSchemas() {
  const registry = z.registry<Record<string, unknown>>()
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).toSorted()
  for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name))) {
    const module = (await import(join(contract, file))) as Record<string, unknown>
    for (const [title, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodMiniObject) || registry.has(value)) continue
      registry.add(value, { ...z.globalRegistry.get(value), title })
    }
  }
  return (schema: z.ZodMiniType, io: 'input' | 'output', around: string): Schema => {
    const json = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' })
    describeFields(json, around)
    return json as Schema
  }
}
