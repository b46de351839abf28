/** Puts the meanings of fields into JSON Schemas. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { meaningOf } from './field-text.ts'

type Node = Record<string, unknown>

/**
 * Gives each field below `part` the description of its name. The parameter `around` names the field or schema that holds
 * `part`. It is `requestBody` for a request's body, and `/` with the first word of the path for a call.
 */
export function describeFields(part: unknown, around: string | undefined): void {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part as Node)) {
    if (key === 'parameters') {
      for (const parameter of value as Node[]) describe(parameter, String(parameter['name']), key)
    }
    if (key !== 'properties') {
      describeFields(value, key === 'requestBody' ? key : around)
      continue
    }
    for (const [field, schema] of Object.entries(value as Record<string, Node>)) {
      describe(schema, field, around)
      describeFields(schema, field)
    }
  }
}

function describe(node: Node, field: string, around?: string): void {
  const description = meaningOf(field, around)
  if (description) node['description'] ??= description
}

/** Gives the fields of a webhook's message their descriptions. */
export function describeMessage(schema: Pick<OpenAPIV3_1.SchemaObject, 'properties'>): void {
  // Describe the fields inside `data` first, as fields of a webhook. Otherwise they get the meanings of other calls' field `data`.
  describeFields(schema.properties!['data'], 'webhook')
  describeFields(schema, 'webhook')
}
