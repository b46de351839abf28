import { expect, test } from 'vitest'

import { periodOf, presetDays, presetOf } from './period.ts'
import { shareText, trendText } from './trend.ts'

test.each([
  ['30', '2026-11-26', { from: '2026-10-27', to: '2026-11-25' }],
  ['month', '2026-11-26', { from: '2026-11-01', to: '2026-11-25' }],
  ['month', '2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
  ['last-month', '2027-01-05', { from: '2026-12-01', to: '2026-12-31' }],
] as const)('the period %s on %s ends yesterday at the latest [D18]', (preset, today, days) => {
  expect(presetDays(preset, today)).toEqual(days)
  expect(presetOf(days, today)).toBe(preset)
})

test('an address with its end before its start shows the last 30 days [D18]', () => {
  expect(periodOf({ from: '2026-11-20', to: '2026-11-01', shop: 'Centro' }, '2026-11-26')).toEqual({
    from: '2026-10-27',
    to: '2026-11-25',
    shop: 'Centro',
  })
})

test('a change is a percentage, and has none where there was nothing before [D18]', () => {
  expect(shareText(150, 100)).toBe('+50%')
  expect(shareText(50, 100)).toBe('-50%')
  expect(trendText(5, 5)).toMatch(/^igual/)
  expect(trendText(5, 0)).toMatch(/^sem/)
})
