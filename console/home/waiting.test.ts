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

const published = { pools: [], stocks: [], requests: [], document: {} } as unknown as Programme
const nothing = {
  programme: published,
  draft: undefined,
  adjustments: undefined,
  reviews: undefined,
  webhooks: undefined,
  instantText: (instant: string) => instant.slice(0, 10),
}
const titles = (found: ReturnType<typeof waitingFor>) => found.map(({ title }) => title)

test('the list is empty without a draft, a request, a lost delivery or a scarce prize [D15]', () => {
  expect(waitingFor({ ...nothing, me: person('owner') })).toEqual([])
})

test('a request waits for the people who may publish it, and not for its author [D15]', () => {
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

test('an adjustment above the limit waits for whoever may approve it, and for its author [D15]', () => {
  const asked = (...ids: string[]) => ids.map((id) => ({ asked_by: { id, name: 'Rui' } })) as never
  const of = (role: StaffRole, ...ids: string[]) =>
    titles(waitingFor({ ...nothing, me: person(role), adjustments: asked(...ids) }))
  expect(of('manager', 'rui')).toEqual(['1 ajuste acima do limite espera por você'])
  expect(of('manager', 'rui', 'rui', 'ana')).toEqual([
    '2 ajustes acima do limite esperam por você',
    'Seu pedido de ajuste espera por outra pessoa',
  ])
  expect(of('attendant', 'rui', 'ana', 'ana')).toEqual([
    'Seus 2 pedidos de ajuste esperam por outra pessoa',
  ])
})

test('open reviews are one urgent line [D15 T18]', () => {
  const of = (n: number) =>
    waitingFor({ ...nothing, me: person('manager'), reviews: Array.from({ length: n }) as never })
  expect(of(0)).toEqual([])
  expect(of(1)[0]).toMatchObject({ title: '1 conta para rever', to: 'review', isUrgent: true })
  expect(titles(of(2))).toEqual(['2 contas para rever'])
})

test('an urgent task comes first: a lost delivery before the draft [D15]', () => {
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

test('a prize with ten codes or fewer is named, by its key where it has no name [D15]', () => {
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

test('a prize with ten or fewer left of its stock is named, and a sold-out one is urgent [D15]', () => {
  const stocks = [
    { key: 'cafe', stock_left: 10 },
    { key: 'bolo', stock_left: 0 },
    { key: 'torta', stock_left: 11 },
  ]
  const programme = {
    ...published,
    stocks,
    document: { prizes: [{ key: 'cafe', name: 'Café coado' }] },
  } as unknown as Programme
  expect(waitingFor({ ...nothing, me: person('owner'), programme })).toMatchObject([
    { title: 'bolo está esgotado', to: 'programme.prizes', isUrgent: true },
    { title: 'Restam 10 unidades de Café coado', isUrgent: false },
  ])
})

test('a date of publication waits with its author, and a suspended one is urgent [D15]', () => {
  const request = {
    id: 'r',
    changes: [1],
    asked_by: { id: 'rui', name: 'Rui' },
    publish_at: '2026-12-01T12:00:00Z',
  }
  const of = (state: string, publish_at: string | null = request.publish_at) =>
    waitingFor({
      ...nothing,
      me: person('analyst'),
      programme: {
        ...published,
        requests: [{ ...request, state, publish_at }],
      } as unknown as Programme,
    })
  expect(of('SCHEDULED')).toMatchObject([
    {
      title: 'Publicação marcada para 2026-12-01',
      text: 'Pedida por Rui.',
      to: 'programme.draft',
      isUrgent: false,
    },
  ])
  expect(of('SUSPENDED')).toMatchObject([{ title: 'Uma publicação foi suspensa', isUrgent: true }])
  expect(of('PUBLISHED')).toEqual([])
  expect(of('SCHEDULED', null)).toEqual([])
})

test('a draft of an old version is urgent, and one without changes does not wait [D15]', () => {
  const of = (draft: Partial<Draft>) =>
    waitingFor({ ...nothing, me: person('owner'), draft: draft as Draft })
  const old = { changes: [1] as never[], mistakes: [1] as never[], base_version: 1, version: 2 }
  expect(of(old)).toMatchObject([
    { text: 'Outra versão foi publicada depois que ele começou.', isUrgent: true },
  ])
  expect(of({ ...old, version: 1, mistakes: [] })).toMatchObject([
    { text: 'Só você vê, até publicar.', isUrgent: false },
  ])
  expect(of({ ...old, changes: [] })).toEqual([])
})

test('a webhook that is off waits, and one that delivers all does not [D15]', () => {
  const webhook = { id: 'w', url: 'https://erp.example', disabled_at: null, given_up: 0 }
  const of = (part: object) =>
    titles(
      waitingFor({ ...nothing, me: person('owner'), webhooks: [{ ...webhook, ...part }] as never }),
    )
  expect(of({ disabled_at: '2026-11-25T12:00:00Z', given_up: 3 })).toEqual([
    'Um webhook foi desativado',
  ])
  expect(of({})).toEqual([])
})

test.each([
  [0, ['Você está sem códigos de recuperação']],
  [2, ['Restam 2 códigos de recuperação']],
  [3, []],
])('a person with %i recovery codes is warned of it: %j [D15]', (left, sentences) => {
  expect(titles(waitingFor({ ...nothing, me: person('cashier', left) }))).toEqual(sentences)
})
