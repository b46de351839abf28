/** One call of the API on its page. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { escapeHtml } from '#api/http/escape-html.ts'
import type { Caller } from '#contract/endpoints/endpoint.ts'
import { endpoints, type EndpointKey } from '#contract/endpoints/endpoints.ts'

import { examplesHtml } from './example-html.ts'
import { inlineHtml } from './markdown.ts'
import { fieldList, type Schema } from './schema-html.ts'
import { referenceWords as words } from './text.ts'

export type Call = {
  id: string
  caller: Caller
  group: string
  method: string
  path: string
  operation: OpenAPIV3_1.OperationObject
}

/** The document's calls in its order. */
export function callsOf(document: OpenAPIV3_1.Document): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([address, methods]) =>
    Object.entries(methods as Record<string, OpenAPIV3_1.OperationObject>).map(
      ([name, operation]) => {
        const [method, path] = [name.toUpperCase(), address.replace('/api', '')]
        const key = `${method} ${path}` as EndpointKey
        return {
          id: key
            .toLowerCase()
            .replaceAll(/[^a-z]+/g, '-')
            .replace(/-$/, ''),
          caller: endpoints[key].caller,
          group: operation.tags![0]!,
          method,
          path,
          operation,
        }
      },
    ),
  )
}

export function callHtml(call: Call, document: OpenAPIV3_1.Document): string {
  const { id, method, path, operation } = call
  const { summary = '', description } = operation
  const parts = [...requestParts(operation, document), ...answerParts(operation, document)]
  return `<section class="call" aria-labelledby="${id}">
<div>
<h4 id="${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></h4>
<p>${inlineHtml(summary)}.</p>
${description ? `<p class="note">${inlineHtml(description)}</p>` : ''}
${parts.join('')}
</div>
${examplesHtml(call)}
</section>`
}

/** A long path may break before a slash. */
export function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '<wbr>/')
}

function requestParts(
  { parameters = [], requestBody }: OpenAPIV3_1.OperationObject,
  document: OpenAPIV3_1.Document,
): string[] {
  const parameterList = parameters as OpenAPIV3_1.ParameterObject[]
  const parts = [
    { title: words.parameters, among: parameterList.filter((one) => one.in !== 'header') },
    { title: words.headers, among: parameterList.filter((one) => one.in === 'header') },
  ]
    .filter(({ among }) => among.length > 0)
    .map(({ title, among }) => part(title, objectOf(among), document, true))
  const body = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content
  const schema = body?.['application/json']?.schema
  return schema ? [...parts, part(words.body, schema, document, true)] : parts
}

/** Parameters as the fields of one object. */
function objectOf(parameters: OpenAPIV3_1.ParameterObject[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...(schema as Schema), ...(description && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function answerParts(
  { responses = {} }: OpenAPIV3_1.OperationObject,
  document: OpenAPIV3_1.Document,
): string[] {
  const all = Object.entries(responses) as [string, OpenAPIV3_1.ResponseObject][]
  const successes = all.filter(([status]) => status.startsWith('2'))
  const answers =
    successes.length === 0
      ? [`<p class="empty">${words.emptyAnswer('204')}</p>`]
      : successes.map(([status, { content }]) => {
          const schema = content?.['application/json']?.schema as Schema | undefined
          return schema && Object.keys(schema).length > 0
            ? part(words.answer(status), schema, document, false)
            : `<p class="empty">${words.fileAnswer(status, Object.keys(content ?? {}))}</p>`
        })
  const errors = all
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, { description }]) =>
        `<div><dt>${status}</dt><dd>${inlineHtml(description).replaceAll(' · ', '<br>')}</dd></div>`,
    )
  return [
    ...answers,
    `<details><summary>${words.errors}</summary><dl class="errors">${errors.join('')}</dl></details>`,
  ]
}

function part(
  title: string,
  schema: Schema,
  document: OpenAPIV3_1.Document,
  isOpen: boolean,
): string {
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${fieldList(schema, document)}</details>`
}
