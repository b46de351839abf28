import { describe, expect, test, vi } from 'vitest'

import type { TitledCall } from '#console/call/curl.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import { programmePlaces } from '#contract/programme/draft.ts'

const company = { id: '018f0000-0000-7000-8000-000000000001' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
const {
  backtestCall,
  codesCall,
  fileCalls,
  publishCalls,
  readCall,
  requestCalls,
  restoreCall,
  saveCalls,
} = await import('./calls.ts')
const { staffCalls } = await import('#console/staff/calls.ts')
const { keyCalls } = await import('#console/partner-key/calls.ts')
const { webhookCalls } = await import('#console/webhook/calls.ts')
const { importCalls } = await import('#console/import/calls.ts')
const { recordCalls, searchCalls } = await import('#console/customer/calls.ts')

const published = {
  name: 'Café',
  calculation_rules: [{ key: 'default', rate: 1 }],
  prizes: [{ key: 'bolo', name: 'Bolo', value: 60 }],
}
const now = new Date('2026-11-26T12:00:00Z')
const request = { id: company.id, state: 'WAITING' } as Parameters<typeof requestCalls>[0]

function save(document: object, place: (typeof programmePlaces)[number] = 'rules') {
  return saveCalls({ published, document: document as typeof published, revision: 3, place }).at(
    -1,
  )!
}

/** The parts of the call that the contract refuses, with its sentences. */
function refusals({ endpoint, ...call }: TitledCall): string[] {
  const schemas: Endpoint = endpoints[endpoint]
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const [schema, sent] = [schemas[part], call[part]]
    // An example names an id by words, as ID_DA_CHAVE, which the reader replaces.
    const words = part === 'params' && sent ? { ...sent, ...knownIds(sent) } : sent
    if (!schema) return sent === undefined ? [] : [`${part}: the endpoint has none`]
    const { error } = schema.safeParse(words ?? (part === 'body' ? undefined : {}))
    return error ? [`${part}: ${error.message}`] : []
  })
}

function knownIds(params: object): object {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => String(value).startsWith('ID_D'))
      .map(([name]) => [name, company.id]),
  )
}

describe('the calls that a screen shows', () => {
  test('have params, queries and bodies that the contract accepts [D15]', () => {
    const all = [
      ...programmePlaces.map((place) => save(published, place)),
      save({ ...published, name: 'Padaria' }),
      ...publishCalls({ revision: 3, needs_approval: false, now }),
      ...fileCalls('draft', 'cafe'),
      ...requestCalls(request, false),
      codesCall('bolo'),
      restoreCall(2),
      ...staffCalls(true),
      ...keyCalls(true),
      ...webhookCalls(company.id),
      ...importCalls(),
      ...searchCalls(),
      ...recordCalls(company.id),
      readCall,
      backtestCall(3),
    ]
    const refused = all.map((call) => [call.title, refusals(call)] as const)
    expect(refused.filter(([, said]) => said.length > 0)).toEqual([])
  })

  test('only read for a role that may only read [D15]', () => {
    const all = [...staffCalls(false), ...keyCalls(false), ...webhookCalls(undefined)]
    expect(all.map(({ endpoint }) => endpoint.split(' ')[0])).toEqual(['GET', 'GET', 'GET'])
  })
})

describe('the call that saves the draft', () => {
  test('holds all changes from the published document, for a new draft [D15]', () => {
    const document = { ...published, prizes: [{ key: 'bolo', name: 'Bolo', value: 70 }] }
    expect(save(document).body).toEqual({
      revision: 0,
      operations: [{ op: 'replace', path: '/prizes/0/value', value: 70 }],
    })
  })

  test('without a change is an example with a field of the screen, which changes nothing [D15]', () => {
    expect(save(published, 'rules').body).toEqual({
      revision: 3,
      operations: [{ op: 'replace', path: '/calculation_rules/0/key', value: 'default' }],
    })
    // The document has no level.
    expect(save(published, 'levels').body).toMatchObject({
      operations: [{ op: 'replace', path: '/name', value: 'Café' }],
    })
  })
})

test('a scheduled publication is a day away, so that a copied command is not too late [D15]', () => {
  const [at_once, later] = publishCalls({ revision: 3, needs_approval: true, now })
  expect(at_once).toMatchObject({ title: 'Pedir aprovação', body: { publish_at: null } })
  expect(later!.body).toEqual({ revision: 3, publish_at: '2026-11-27T12:00:00.000Z' })
})

test('a person withdraws an own request, and agrees to or refuses another’s [D15]', () => {
  const titles = (isOwn: boolean) => requestCalls(request, isOwn).map(({ title }) => title)
  expect(titles(true)).toEqual(['Retirar o pedido'])
  expect(titles(false)).toEqual(['Aprovar o pedido', 'Recusar o pedido'])
})
