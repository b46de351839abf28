/** The examples of a call on its page: the request and its answer, coloured on the server. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { escapeHtml } from '#api/http/escape-html.ts'

import { referenceWords as words } from './text.ts'

type ExampleCall = { method: string; path: string; operation: OpenAPIV3_1.OperationObject }

/** Empty for a call without an example: those of the portal have none. */
export function examplesHtml(call: ExampleCall): string {
  const { parameters = [], requestBody, responses = {} } = call.operation
  const values = new Map(
    (parameters as OpenAPIV3_1.ParameterObject[]).flatMap(({ name, in: place, example }) =>
      example === undefined ? [] : [[name, { place, value: String(example) }] as const],
    ),
  )
  const body = exampleOf(requestBody)
  const [status = '204', success] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const answer = exampleOf(success)
  if (values.size === 0 && body === undefined && answer === undefined) return ''
  const line = `<b>${call.method}</b> ${escapeHtml(`/api${addressOf(call.path, values)}`)}`
  const request = body === undefined ? line : `${line}\n\n${jsonHtml(body)}`
  return `<div class="examples">${figure(words.exampleRequest, request)}${
    answer === undefined ? '' : figure(words.exampleAnswer(status), jsonHtml(answer))
  }</div>`
}

function exampleOf(
  holder:
    | OpenAPIV3_1.RequestBodyObject
    | OpenAPIV3_1.ResponseObject
    | OpenAPIV3_1.ReferenceObject
    | undefined,
): unknown {
  return (holder as OpenAPIV3_1.ResponseObject | undefined)?.content?.['application/json']?.example
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
