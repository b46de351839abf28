import { expect, test } from 'vitest'

import { ReportFileQuery, ReportPeriod } from '#contract/console/report.ts'
import { lastPeriodDay } from '#contract/value/period-end.ts'

import { itemLines, partsOf, rangeOf, shopLines, unitOf } from './figures.ts'

test('the period before has the same length and ends on the day before [D18]', () => {
  expect(rangeOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    start: '2026-01-29',
    from: '2026-03-01',
    to: '2026-03-31',
    shop: null,
  })
})

test.each([
  ['2026-03-31', 'day'],
  ['2026-04-01', 'week'],
  ['2026-09-02', 'week'],
  ['2026-09-03', 'month'],
] as const)('a report from 1 March to %s has parts of a %s [D18]', (to, unit) => {
  expect(unitOf({ from: '2026-03-01', to })).toBe(unit)
})

test('weeks begin on Monday and months on the 1st, cut at the ends of the period [D18]', () => {
  expect(partsOf({ from: '2026-11-18', to: '2026-12-01' }, 'week')).toEqual([
    { from: '2026-11-18', to: '2026-11-22' },
    { from: '2026-11-23', to: '2026-11-29' },
    { from: '2026-11-30', to: '2026-12-01' },
  ])
  expect(partsOf({ from: '2026-11-18', to: '2027-01-31' }, 'month')).toEqual([
    { from: '2026-11-18', to: '2026-11-30' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-31' },
  ])
})

test('the parts of the last day end with it, and a period that ends later is refused [D18]', () => {
  const last = { from: lastPeriodDay, to: lastPeriodDay }
  for (const unit of ['day', 'week', 'month'] as const) expect(partsOf(last, unit)).toEqual([last])
  expect(ReportPeriod.safeParse(last).success).toBe(true)
  for (const to of ['9999-01-01', '9999-12-31']) {
    expect(ReportPeriod.safeParse({ from: to, to }).success).toBe(false)
    expect(ReportFileQuery.safeParse({ from: to, to, table: 'summary' }).success).toBe(false)
  }
})

const row = { is_before: false, count: 1, purchase_value: 100, amount: 10, value: 10 }

test('shops are ordered by sales, and names that the list never had come last [D18 D13]', () => {
  const sums = [
    { ...row, kind: 'earn' as const, name: 'Cntro', purchase_value: 900 },
    { ...row, kind: 'earn' as const, name: 'Norte' },
    { ...row, kind: 'earn' as const, name: 'Centro', purchase_value: 500 },
    { ...row, kind: 'earn' as const, name: '' },
  ]
  const order = (known: string[]) =>
    shopLines(sums, [], new Set(known)).map(({ shop, is_unknown }) => [shop, is_unknown])
  expect(order(['Centro', 'Norte'])).toEqual([
    ['Centro', false],
    ['', false],
    ['Norte', false],
    ['Cntro', true],
  ])
  // A company without a list knows every name.
  expect(order([]).some(([, is_unknown]) => is_unknown)).toBe(false)
})

test('a cancelled voucher takes points and one exchange from its prize [D18]', () => {
  const lines = itemLines(
    [
      { ...row, kind: 'redeem', name: 'id', count: 3, amount: -30, value: -30 },
      { ...row, kind: 'redeem_back', name: 'id', count: 1, amount: 10, value: 10 },
      { ...row, kind: 'redeem', name: 'id', is_before: true, amount: -5, value: -5 },
    ],
    new Map([['id', 'Café']]),
  )
  expect(lines).toEqual([
    {
      kind: 'prize',
      item: 'id',
      name: 'Café',
      current: { count: 2, amount: 20, value: 20 },
      previous: { count: 1, amount: 5, value: 5 },
    },
  ])
})
