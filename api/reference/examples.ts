/** Puts the contract's examples into the OpenAPI document. */

import type { OpenAPIV3_1 } from 'openapi-types'

import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import type { Example } from '#contract/reference/example.ts'
import { examples, type PartnerKey } from '#contract/reference/examples.ts'
import { portalExamples } from '#contract/reference/portal/examples.ts'
import type { PortalKey } from '#contract/reference/portal/portal-key.ts'

/** One for each endpoint of the document. */
export const allExamples: Record<PartnerKey | PortalKey, Example> = {
  ...examples,
  ...portalExamples,
}

export function addExamples({ paths = {} }: OpenAPIV3_1.Document): void {
  for (const [key, example] of Object.entries(allExamples) as [PartnerKey, Example][]) {
    const [method, path] = key.split(' ') as [string, string]
    const operation = paths[`/api${path}`]![
      method.toLowerCase() as 'get'
    ] as OpenAPIV3_1.OperationObject
    const values = { ...example.params, ...example.query, ...example.headers }
    for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
      const value = values[parameter.name]
      if (value !== undefined) parameter.example = value
    }
    const { status = 200 }: Endpoint = endpoints[key]
    const answer = operation.responses![status] as OpenAPIV3_1.ResponseObject | undefined
    put(example.body, operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)
    put(example.answer, answer)
    if (example.file) answer!.content = fileContent(example.file)
  }
}

function put(
  example: unknown,
  holder: OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject | undefined,
): void {
  if (example !== undefined) holder!.content!['application/json']!.example = example
}

/** The media types of a file. The adapter describes every answer as JSON. Bytes have no schema in OpenAPI 3.1. */
function fileContent(file: Record<string, string | null>) {
  return Object.fromEntries(
    Object.entries(file).map(([mediaType, example]) => [
      mediaType,
      example === null ? {} : { schema: { type: 'string' as const }, example },
    ]),
  )
}
