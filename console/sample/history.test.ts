import { expect, test } from 'vitest'

import { sampleText } from '#console/text/sample.ts'
import type { PreviewSample } from '#contract/programme/preview.ts'

import { sampleHistory } from './history.ts'

const sample: PreviewSample = {
  prizes: [],
  promotions: [],
  levels: [],
  points_per_real: 7,
  shop: 'Aurora Pinheiros',
}

test('the sample’s purchases were made at the first shop of the list [D15]', () => {
  const shops = (shop: string | null) =>
    new Set(sampleHistory({ ...sample, shop }).map(({ subsidiary_name }) => subsidiary_name))
  expect(shops('Aurora Pinheiros')).toEqual(new Set(['Aurora Pinheiros']))
  expect(shops(null)).toEqual(new Set([sampleText.shop]))
})

test('the points of a purchase are worth centavos of the company, rounded down [D15]', () => {
  for (const { points_amount, points_value, value } of sampleHistory(sample)) {
    expect(points_value).toBe(Math.floor((points_amount * 100) / 7))
    expect(value).toBe(points_value)
  }
})
