import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  defaultLookUpsPerHour,
  maxMissesPerHour,
  PartnerKeyChange,
  type PartnerKeyView,
} from '#contract/console/partner-key.ts'
import { partnerScopes } from '#contract/partner.ts'

import { formOf, KeyForm, networkText } from './key-form.ts'

const typed = { ...formOf(), name: 'Caixa 1' }
const checked = (part: object) => KeyForm.safeParse({ ...typed, ...part })

describe('the form of a key', () => {
  test('begins with all scopes and the contract’s limits [D15]', () => {
    expect(checked({}).data).toMatchObject({
      scopes: [...partnerScopes],
      addresses: null,
      most_points_per_day: null,
      most_look_ups_per_hour: defaultLookUpsPerHour,
    })
  })

  test('makes what the contract accepts from what a stored key shows [D15]', () => {
    const limits = fc.record({
      name: fc.stringMatching(/^[A-Za-z]{1,20}$/),
      scopes: fc.constant(['points'] as const),
      addresses: fc.option(
        fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 5 }),
      ),
      most_points_per_day: fc.option(fc.integer({ min: 1 })),
      most_look_ups_per_hour: fc.integer({ min: 1 }),
      most_misses_per_hour: fc.integer({ min: 1, max: maxMissesPerHour }),
    })
    fc.assert(
      fc.property(limits, (key) => {
        const stored = PartnerKeyChange.parse({ ...key, scopes: [...key.scopes] })
        expect(KeyForm.parse(formOf(stored as unknown as PartnerKeyView))).toEqual(stored)
      }),
    )
  })

  test('takes thousands with points, and networks one by one [D15]', () => {
    const { data } = checked({
      most_points_per_day: ' 5.000 ',
      addresses: '203.0.113.7, 198.51.100.0/24;\n2001:db8::1',
    })
    expect(data).toMatchObject({
      most_points_per_day: 5_000,
      addresses: ['203.0.113.7', '198.51.100.0/24', '2001:db8::1'],
    })
  })

  test.each([
    [{ most_points_per_day: '0' }, 'most_points_per_day'],
    [{ most_points_per_day: '1,5' }, 'most_points_per_day'],
    [{ most_points_per_day: '1.5' }, 'most_points_per_day'],
    [{ most_look_ups_per_hour: '' }, 'most_look_ups_per_hour'],
    [{ most_misses_per_hour: String(maxMissesPerHour + 1) }, 'most_misses_per_hour'],
    [{ addresses: '999.0.0.1' }, 'addresses.0'],
    [{ scopes: [] }, 'scopes'],
    [{ name: ' ' }, 'name'],
  ])('with %j says what is wrong at %s [D15]', (part, path) => {
    expect(checked(part).error!.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })
})

test.each([
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
])('the network %s is shown as %s [D15]', (network, text) => {
  expect(networkText(network)).toBe(text)
})
