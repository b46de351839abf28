/** Puts the contract's examples into the OpenAPI document. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { endpoints } from '#contract/endpoints/endpoints.ts'
import { type Example, examples, type PartnerKey } from '#contract/reference/examples.ts'

export function addExamples({ paths = {} }: OpenAPIV3_1.Document): void {
  for (const [key, example] of Object.entries(examples) as [PartnerKey, Example][]) {
    const [method, path] = key.split(' ') as [string, string]
    const operation = paths[`/api${path}`]![
      method.toLowerCase() as 'get'
    ] as OpenAPIV3_1.OperationObject
    const values = { ...example.params, ...example.query }
    for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
      const value = values[parameter.name]
      if (value !== undefined) parameter.example = value
    }
    const entry = endpoints[key]
    const status = 'status' in entry ? entry.status : 200
    put(example.body, operation.requestBody)
    put(example.answer, operation.responses![status])
  }
}

function put(
  example: unknown,
  holder:
    | OpenAPIV3_1.RequestBodyObject
    | OpenAPIV3_1.ResponseObject
    | OpenAPIV3_1.ReferenceObject
    | undefined,
): void {
  if (example === undefined) return
  const { content } = holder as OpenAPIV3_1.RequestBodyObject
  content['application/json']!.example = example
}
