/** The messages that Fiel sends to a company's server, as the webhooks of the OpenAPI document. */

import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'

import { WebhookEvent, type WebhookType } from '#contract/webhook.ts'

import { webhookHeaderWords, webhookWords } from './text.ts'

type Payload = OpenAPIV3_1.SchemaObject & { properties: { type: { const: WebhookType } } }

export function webhooks(): NonNullable<OpenAPIV3_1.Document['webhooks']> {
  const { oneOf } = z.toJSONSchema(WebhookEvent) as unknown as { oneOf: Payload[] }
  return Object.fromEntries(
    oneOf.map((payload) => {
      const type = payload.properties.type.const
      return [type, { post: operationOf(type, payload) } as OpenAPIV3_1.PathItemObject]
    }),
  )
}

function operationOf(type: WebhookType, schema: Payload): OpenAPIV3_1.OperationObject {
  return {
    summary: webhookWords.summaries[type],
    description: webhookWords.description,
    // points.generated → onPointsGenerated
    operationId: `on.${type}`.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['webhook'],
    security: [],
    parameters: Object.entries(webhookHeaderWords).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: webhookWords.received },
      '410': { description: webhookWords.gone },
      default: { description: webhookWords.repeated },
    },
  }
}
