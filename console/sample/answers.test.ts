import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { CompanyFile } from '#contract/company-file.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { defaultLevelIcon } from '#contract/level.ts'
import { type PreviewSample, sampleId } from '#contract/programme/preview.ts'

import { answersOf } from './answers.ts'

/** The sample of a demo company's document, as api/programme/preview.ts makes it. */
function sampleOf(slug: string): PreviewSample {
  const folder = join(import.meta.dirname, '../../companies', slug)
  const file = CompanyFile.parse(parse(readFileSync(join(folder, 'company.yaml'), 'utf8')))
  return {
    prizes: file.prizes.map((prize, at) => ({
      ...prize,
      id: sampleId(at),
      photo_url: prize.photo,
    })),
    levels: file.levels.map((level, at) => ({
      ...level,
      id: sampleId(at),
      icon: level.icon ?? defaultLevelIcon(at),
      prev: at > 0 ? sampleId(at - 1) : null,
      next: at < file.levels.length - 1 ? sampleId(at + 1) : null,
      created_at: '2026-11-25T12:00:00.000Z',
      related_prize: null,
    })),
    promotions: file.promotions,
    points_per_real: file.points_per_real,
    shop: file.subsidiaries[0]?.name ?? null,
  }
}

const slugs = ['cafe', 'otica', 'adega', 'posto']

describe.each(slugs)('the answers of the sample customer of %s', (slug) => {
  const sample = sampleOf(slug)
  const answers = answersOf(sample)

  test.each(Object.keys(answers) as EndpointKey[])('to %s follow the contract [D15]', (key) => {
    const answer = answers[key]!(sampleId(0))
    const { response } = endpoints[key]
    // Null is the answer 204: always, or where there is no result.
    if (answer === null) expect(response?.safeParse(undefined).success ?? true).toBe(true)
    else expect(response!.safeParse(answer).error).toBeUndefined()
  })

  test('agree with one another [D15]', () => {
    const of = (key: EndpointKey) => answers[key]!(sampleId(0)) as never
    const { amount_balance } = of('GET /customer/balance') as { amount_balance: number }
    expect(of('GET /customer')).toMatchObject({ balance: { amount_balance } })
    const entries = of('GET /points') as { points_amount: number }[]
    expect(entries.reduce((sum, { points_amount }) => sum + points_amount, 0)).toBe(amount_balance)
    const prizes = of('GET /prize') as { value: number; redeemable: boolean; missing: number }[]
    for (const { value, redeemable, missing } of prizes) {
      expect(redeemable).toBe(value <= amount_balance)
      expect(missing).toBe(Math.max(0, value - amount_balance))
    }
    expect(of('GET /prize/count')).toMatchObject({ count: prizes.length })
  })
})

describe('the answers', () => {
  const sample = sampleOf('cafe')

  test('show a prize outside the store only when it is read by its id [D15]', () => {
    const hidden = { ...sample.prizes[0]!, id: sampleId(99), show_in_store: false }
    const answers = answersOf({ ...sample, prizes: [...sample.prizes, hidden] })
    expect(answers['GET /prize/{id}']!(hidden.id)).toMatchObject({ id: hidden.id })
    expect(answers['GET /prize']!('')).toHaveLength(sample.prizes.length)
    expect(answers['GET /prize/{id}']!(sampleId(100))).toBeUndefined()
  })

  test('have no level for a company without levels [D15]', () => {
    const answers = answersOf({ ...sample, levels: [] })
    expect(answers['GET /customer']!('')).toMatchObject({
      level_infos: null,
      levels_system: { current: null, next: null },
    })
  })

  test('give the second level of a chain, and the points that the third one lacks [D15]', () => {
    const [first] = sampleOf('cafe').levels
    const levels = [0, 500, 1_200].map((trigger_amount, at) => ({
      ...first!,
      id: sampleId(at),
      trigger_amount,
    }))
    const customer = answersOf({ ...sample, levels })['GET /customer']!('')
    expect(customer).toMatchObject({
      level_infos: { level: { id: sampleId(1) }, accumulated_amount: 500 },
      levels_system: { next: { level: { id: sampleId(2) }, missing_amount: 700 } },
    })
  })

  test('have purchases in the past, the newest first [D15]', () => {
    const entries = answersOf(sample)['GET /points']!('') as {
      created_at: string
      sequence: number
    }[]
    const instants = entries.map(({ created_at }) => Date.parse(created_at))
    expect(Math.max(...instants)).toBeLessThan(Date.now())
    expect(instants).toEqual(instants.toSorted((one, other) => other - one))
    expect(entries.map(({ sequence }) => sequence)).toEqual([3, 2, 1])
  })
})
