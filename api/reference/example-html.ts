/** The examples of a call on its page: the request and its answer, coloured on the server. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { escapeHtml } from '#api/http/escape-html.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints, type EndpointKey } from '#contract/endpoints/endpoints.ts'
import { sessionExample } from '#contract/reference/session-example.ts'

import { referenceWords as words } from './text.ts'

type ExampleCall = {
  caller: Caller
  method: string
  path: string
  operation: OpenAPIV3_1.OperationObject
}

export function examplesHtml(call: ExampleCall): string {
  const { parameters = [], requestBody, responses = {} } = call.operation
  const values = new Map(
    (parameters as OpenAPIV3_1.ParameterObject[]).flatMap(({ name, in: place, example }) =>
      example === undefined ? [] : [[name, { place, value: String(example) }] as const],
    ),
  )
  const [body] = bodiesOf(requestBody)
  const [status = '204', success] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const request = [
    `<b>${call.method}</b> ${escapeHtml(`/api${addressOf(call.path, values)}`)}`,
    ...headersOf(call, values).map(
      ([name, value]) => `<var>${name}</var>: <q>${escapeHtml(value)}</q>`,
    ),
    ...(body === undefined ? [] : ['', body]),
  ]
  const answers = bodiesOf(success).map((answer) => figure(words.exampleAnswer(status), answer))
  return `<div class="examples">${figure(words.exampleRequest, request.join('\n'))}${answers.join('')}</div>`
}

/** The headers that identify the caller, and those of the call itself. */
function headersOf(call: ExampleCall, values: Values): [string, string][] {
  const key = `${call.method} ${call.path}` as EndpointKey
  const { idempotent }: Endpoint = endpoints[key]
  const hasCompany = call.operation.security?.some((scheme) => 'company' in scheme)
  const token = key === providerCall ? words.providerToken : credentials[call.caller]
  // A till's examples need no key, because their external_id already makes a repeat safe.
  const hasKey = idempotent && call.caller !== 'partner'
  return Object.entries({
    ...(hasCompany && { 'Company-Id': sessionExample.company_id }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(hasKey && { 'Idempotency-Key': '5f0c6d0e-8a4b-4c7d-9e1f-2a3b4c5d6e7f' }),
    ...Object.fromEntries(
      [...values].flatMap(([name, { place, value }]) =>
        place === 'header' ? [[name, value]] : [],
      ),
    ),
  })
}

/** Answers 404 to a session's token. */
const providerCall = 'GET /customer/generate-token'

const credentials: Partial<Record<Caller, string>> = {
  customer: sessionExample.token,
  account: words.providerToken,
  partner: words.partnerKey,
}

/** The examples of a body or an answer, coloured where they are JSON. */
function bodiesOf(
  holder:
    | OpenAPIV3_1.RequestBodyObject
    | OpenAPIV3_1.ResponseObject
    | OpenAPIV3_1.ReferenceObject
    | undefined,
): string[] {
  const { content = {} } = (holder ?? {}) as OpenAPIV3_1.ResponseObject
  return Object.entries(content).flatMap(([mediaType, { example }]) => {
    if (example === undefined) return []
    return mediaType === 'application/json' ? [jsonHtml(example)] : [escapeHtml(String(example))]
  })
}

type Values = Map<string, { place: string; value: string }>

/** The path with its values, and the query. */
function addressOf(path: string, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const found = values.get(name)
    return found ? encodeURIComponent(found.value) : whole
  })
  const query = new URLSearchParams(
    [...values].flatMap(([name, { place, value }]) => (place === 'query' ? [[name, value]] : [])),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

function figure(label: string, code: string): string {
  return `<figure class="code"><figcaption>${label}</figcaption><pre tabindex="0" aria-label="${label}"><code>${code}</code></pre></figure>`
}

/** A name with its colon, a text, or a number, truth value or null. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?|\b(?:true|false|null)\b/g

/** JSON with its names, texts and other values in elements of their own, which the page's style colours. */
function jsonHtml(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  let html = ''
  let end = 0
  for (const found of json.matchAll(token)) {
    const [whole, text, colon] = found
    html += escapeHtml(json.slice(end, found.index))
    const kind = colon === undefined ? (text === undefined ? 'i' : 'q') : 'var'
    html += `<${kind}>${escapeHtml(text ?? whole)}</${kind}>${colon ?? ''}`
    end = found.index + whole.length
  }
  return html + escapeHtml(json.slice(end))
}
