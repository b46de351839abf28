import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Company } from '#contract/company.ts'
import type { Level } from '#contract/level.ts'

const world = await createWorld()
const { cafe, posto, call } = world

describe('GET /company/get-company-by-domain/{hostname}', () => {
  test('get-company-by-domain finds a company by its host name, in any case and with a trailing dot [R1.1]', async () => {
    for (const hostname of ['cafe.localhost', 'CAFE.localhost', 'cafe.localhost.']) {
      const answer = await call('GET /company/get-company-by-domain/{hostname}', {
        params: { hostname },
      })
      expect(answer.body).toEqual([{ company_id: cafe.id }])
    }
  })

  test.each(['nada.localhost', 'localhost', '%', "' or true --", 'café.localhost'])(
    'get-company-by-domain returns company_not_found for the host name %s [R1.2]',
    async (hostname) => {
      const answer = await call('GET /company/get-company-by-domain/{hostname}', {
        params: { hostname },
      })
      expect(errorOf(answer)).toEqual({ status: 404, type: 'company_not_found' })
      expect(answer.body).toMatchObject({ message: 'Não encontramos nenhum dado da empresa' })
    },
  )
})

describe('GET /company/{id}', () => {
  test('a company has the specification’s defaults for fields missing from its file [R1.6 R1.7 R1.10]', async () => {
    const { body } = await call('GET /company/{id}', { params: { id: cafe.id } })
    expect(body).toMatchObject({
      id: cafe.id,
      program_name: 'Programa de Fidelidade',
      primary_color: '#3F51B5',
      background_color: '#f9f9f9',
      display_mode: 'POINTS',
      hide_points: false,
      hide_cashback: false,
      points_per_real: 100,
      provider: { name: 'Fiel', url: null },
      time_zone: 'America/Sao_Paulo',
      blocked_at: null,
    })
  })

  test('GET /company/{id} returns a blocked company with the time of the block, for the portal [R1.3]', async () => {
    const company = await world.createCompany('bloqueada', { blocked: true })
    const { status, body } = await call('GET /company/{id}', { params: { id: company.id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ blocked_at: '2026-11-20T15:00:00.000Z' })
  })

  test('GET /company/{id} returns public fields only: no rules, no other host names, no files [D2]', async () => {
    const { body } = await call('GET /company/{id}', { params: { id: cafe.id } })
    for (const hidden of [
      'calculation_rules',
      'intention_minutes',
      'other_domains',
      'logo',
      'slug',
    ]) {
      expect(body).not.toHaveProperty(hidden)
    }
  })

  test('image URLs of a company are served unchanged, cacheable for ever, and cannot run scripts [R1.6]', async () => {
    const { body } = await call('GET /company/{id}', { params: { id: cafe.id } })
    const image = await world.app.inject({ url: (body as Company).logo_url })
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    const foreign = (body as Company).logo_url.replace(cafe.id, randomUUID())
    expect((await world.app.inject({ url: foreign })).statusCode).toBe(404)
    expect((await world.app.inject({ url: '/images/x/y' })).statusCode).toBe(404)
  })

  test.each(['GET /company/{id}', 'GET /company/{company_id}/settings'] as const)(
    '%s answers an unknown company id with company_not_found, and a malformed one with 422 [R1.2]',
    async (key) => {
      const unknown = await call(key, { params: { id: randomUUID(), company_id: randomUUID() } })
      expect(errorOf(unknown)).toEqual({ status: 404, type: 'company_not_found' })
      const garbage = await call(key, { params: { id: 'x', company_id: 'x' } })
      expect(errorOf(garbage)).toMatchObject({ status: 422, type: 'validation' })
    },
  )
})

test('GET /company/{company_id}/settings returns the programme’s settings [R1.1]', async () => {
  const { body } = await call('GET /company/{company_id}/settings', {
    params: { company_id: posto.id },
  })
  expect(body).toEqual({
    analytics: { gtm_id: null },
    is_age_restriction_enabled: false,
    allow_from_age: null,
    allow_to_age: null,
    is_age_gate_enabled: false,
    age_gate_url: null,
    levels_system: null,
    customFields: { Cookie: { should_show: false, active: false } },
    integrations: { firebase: null, subscription: null, wallets: [] },
  })
})

test('the API returns the company’s frequent questions and its subscription club’s address [R12.1 R12.2]', async () => {
  const faq = {
    title: 'Dúvidas',
    items: [{ question: 'Quando?', answer: 'Hoje.\n\nOu amanhã.' }],
  }
  const subscription = { frontend_url: 'https://clube.example/assine' }
  const company = await world.createCompany('duvidas', {
    faq,
    settings: { integrations: { subscription } },
  })
  const { body } = await call('GET /company/{id}', { params: { id: company.id } })
  expect((body as Company).faq).toEqual(faq)
  const settings = await call('GET /company/{company_id}/settings', {
    params: { company_id: company.id },
  })
  expect(settings.body).toMatchObject({ integrations: { firebase: null, subscription } })
  const without = await call('GET /company/{id}', { params: { id: cafe.id } })
  expect((without.body as Company).faq).toBeNull()
})

test('GET /level returns this company’s levels only, lowest first [R11.1]', async () => {
  const loja = await world.createCompany('niveis', {
    settings: { levels_system: 'LOOKBACK' },
    levels: [
      { name: 'Bronze', trigger_amount: 0 },
      { name: 'Prata', trigger_amount: 500, color: '#c0c0c0', multiplier: 1.25, prize: 'caneca' },
      { name: 'Ouro', trigger_amount: 2000 },
    ],
  })
  const chain = (await call('GET /level', { headers: asGuest(loja) })).body as Level[]
  expect(chain.map(({ name }) => name)).toEqual(['Bronze', 'Prata', 'Ouro'])
  expect(chain.map(({ prev }) => prev)).toEqual([null, chain[0]!.id, chain[1]!.id])
  expect(chain.map(({ next }) => next)).toEqual([chain[1]!.id, chain[2]!.id, null])
  expect(chain.map(({ multiplier }) => multiplier)).toEqual([1, 1.25, 1])
  expect(chain.map(({ prize }) => prize)).toEqual([null, 'caneca', null])
  expect((await call('GET /level', { headers: asGuest(cafe) })).body).toEqual([])
})

test.each([
  [{ levels_system: 'LOOKBACK', update_lookback: 90 }, [90, null]],
  [{ levels_system: 'RENOVATION', renovation_interval: 6 }, [null, 6]],
  [{}, [null, null]],
])(
  'GET /company/{id} returns the terms of the company’s level system: %j [R11.2]',
  async (settings, terms) => {
    const company = await world.createCompany(`escada${terms.map((one) => one ?? '').join('x')}`, {
      settings,
    })
    const { body } = await call('GET /company/{id}', { params: { id: company.id } })
    const { update_lookback, renovation_interval } = (body as Company).levels
    expect([update_lookback, renovation_interval]).toEqual(terms)
  },
)
