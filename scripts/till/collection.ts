/** The collection of a till's calls for Bruno (docs/till-collection/), from the endpoints and examples of the contract. */

import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import type { Example } from '#contract/reference/example.ts'
import { examples, type PartnerKey } from '#contract/reference/examples.ts'
import { operationIds } from '#contract/reference/operation-ids.ts'

/** Variables that a call sets for the calls after it: endpoint → the variable's name and the path of its value in the answer. */
const stored: Partial<Record<PartnerKey, Record<string, string>>> = {
  'POST /partner/points/intention': { intention_id: 'res.body.id' },
  'POST /partner/points/generate': { record_id: 'res.body.id' },
}

/** Endpoint → fields whose value is a variable, from the environment or from an earlier answer, and not the example's value. */
const inputVariables: Partial<Record<PartnerKey, Record<string, string>>> = {
  'GET /partner/points/intention/{id}': { id: 'intention_id' },
  'POST /partner/points/intention/{id}/capture': { id: 'intention_id', code: 'customer_code' },
  'DELETE /partner/points/intention/{id}': { id: 'intention_id' },
  'POST /partner/points/{id}/reverse': { id: 'record_id' },
  'GET /partner/voucher/{code}': { code: 'voucher_code' },
  'POST /partner/voucher/{code}/withdraw': { code: 'voucher_code' },
  'POST /partner/voucher/{code}/cancel': { code: 'voucher_code' },
  'POST /partner/integration-token': { code: 'club_code' },
}

/** The variables that the reader fills in, with their first values. */
const environment = {
  fiel: 'http://localhost:3000/api',
  document: '52998224725',
  customer_code: '000000',
  voucher_code: '',
  club_code: '',
}

/** Each file's path inside the collection, and its text. */
export function tillCollection(): Map<string, string> {
  const requests = Object.entries(examples) as [PartnerKey, Example][]
  const collection = { version: '1', name: 'Fiel: caixa', type: 'collection', ignore: [] }
  return new Map([
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    ['collection.bru', collectionText],
    ['environments/demo.bru', environmentText()],
    ...requests.map(([key, example], at): [string, string] => [
      `${String(at + 1).padStart(2, '0')}-${fileName(key)}.bru`,
      requestText(key, example, at + 1),
    ]),
  ])
}

const collectionText = `${block('auth', ['mode: bearer'])}
${block('auth:bearer', ['token: {{key}}'])}
${block('script:pre-request', [
  '// The number of the sale, for its external_id. findCustomer begins a new sale.',
  "if (req.getName() === 'findCustomer' || !bru.getVar('sale')) {",
  "  bru.setVar('sale', Date.now().toString(36));",
  '}',
])}`

function environmentText(): string {
  const values = Object.entries(environment).map(([name, value]) => `${name}: ${value}`)
  return `${block('vars', values)}vars:secret [\n  key\n]\n`
}

/** 'generatePoints' → 'generate-points'. */
function fileName(key: PartnerKey): string {
  return operationIds[key].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function requestText(key: PartnerKey, example: Example, seq: number): string {
  const [method, path] = key.split(' ') as [string, string]
  const { summary, idempotent }: Endpoint = endpoints[key]
  const url = `{{fiel}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const params = valuesOf(key, example.params)
  const query = valuesOf(key, example.query)
  const search = query.length > 0 ? `?${query.map((one) => one.replace(': ', '=')).join('&')}` : ''
  const parts = [
    block('meta', [`name: ${operationIds[key]}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${url}${search}`,
      `body: ${example.body ? 'json' : 'none'}`,
      'auth: inherit',
    ]),
    ...(query.length > 0 ? [block('params:query', query)] : []),
    ...(params.length > 0 ? [block('params:path', params)] : []),
    ...(idempotent ? [block('headers', ['Idempotency-Key: {{$guid}}'])] : []),
    ...(example.body ? [block('body:json', bodyLines(key, example.body))] : []),
    ...(stored[key] ? [block('vars:post-response', linesOf(stored[key]))] : []),
    block('docs', [`${summary}.`]),
  ]
  return parts.join('\n')
}

function block(name: string, lines: string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

function linesOf(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`)
}

function valuesOf(key: PartnerKey, values: Record<string, string | number> = {}): string[] {
  return Object.entries(values).map(
    ([name, example]) => `${name}: ${value(key, [name, String(example)])}`,
  )
}

function bodyLines(key: PartnerKey, body: object): string[] {
  const replaced = JSON.stringify(
    body,
    (name, part: unknown) => (typeof part === 'string' ? value(key, [name, part]) : part),
    2,
  )
  return replaced.split('\n')
}

/** The variable for a value of the example, or the value. */
function value(key: PartnerKey, [name, example]: [string, string]): string {
  const variable = inputVariables[key]?.[name]
  if (variable !== undefined) return `{{${variable}}}`
  if (name === 'document') return '{{document}}'
  return name === 'external_id' ? example.replace(/\d+/, '{{sale}}') : example
}
