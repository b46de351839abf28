import { expect, test } from 'vitest'

import { actionsOf, type Me, type StaffRole } from '#contract/console/staff.ts'
import type { Draft, Programme } from '#contract/programme/draft.ts'

import { waitingFor } from './waiting.ts'

function person(role: StaffRole, left = 10): Me {
  return {
    staff: { id: 'ana', role },
    actions: actionsOf(role),
    factors: { recovery_codes_left: left },
  } as Me
}

const published = { pools: [], requests: [], document: {} } as unknown as Programme
const nothing = {
  programme: published,
  draft: undefined,
  webhooks: undefined,
  instantText: (instant: string) => instant.slice(0, 10),
}
const titles = (found: ReturnType<typeof waitingFor>) => found.map(({ title }) => title)

test('the list is empty without a draft, a request, a lost delivery or a scarce prize [D15]', () => {
  expect(waitingFor({ ...nothing, me: person('owner') })).toEqual([])
})

test('a request waits for those who may publish, and tells its asker that it waits for another [D15]', () => {
  const request = { id: 'r', state: 'WAITING', changes: [1, 2], publish_at: null }
  const asked = (id: string) =>
    ({
      ...published,
      requests: [{ ...request, asked_by: { id, name: 'Rui' } }],
    }) as unknown as Programme
  const of = (role: StaffRole, id: string) =>
    titles(waitingFor({ ...nothing, me: person(role), programme: asked(id) }))
  expect(of('manager', 'rui')).toEqual(['Rui pede para publicar 2 mudanças'])
  expect(of('analyst', 'rui')).toEqual([])
  expect(of('manager', 'ana')).toEqual(['Seu pedido de publicação espera por outra pessoa'])
})

test('the list begins with lost deliveries, then the draft, then the recovery codes [D15]', () => {
  const draft = { changes: [1], mistakes: [1], base_version: 2, version: 2 } as unknown as Draft
  const webhooks = [
    { id: 'w', url: 'https://erp.example', disabled_at: null, given_up: 4 },
  ] as never
  const found = waitingFor({ ...nothing, me: person('owner', 1), draft, webhooks })
  expect(titles(found)).toEqual([
    '4 eventos não foram entregues',
    'Rascunho com 1 mudança',
    'Resta 1 código de recuperação',
  ])
  expect(found[1]!.text).toBe('Falta corrigir 1 campo antes de publicar.')
})

test('the list names a prize with ten codes or fewer, by its key if the document has no such prize [D15]', () => {
  const pools = [
    { key: 'cafe', free: 10 },
    { key: 'bolo', free: 0 },
    { key: 'torta', free: 11 },
  ]
  const programme = {
    ...published,
    pools,
    document: { prizes: [{ key: 'cafe', name: 'Café coado' }] },
  } as unknown as Programme
  expect(titles(waitingFor({ ...nothing, me: person('owner'), programme }))).toEqual([
    'bolo está sem códigos',
    'Restam 10 códigos de Café coado',
  ])
})
