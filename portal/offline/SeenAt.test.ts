import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CompanyProvider, type CompanyPage } from '#portal/company/company.ts'

import { SeenAt } from './SeenAt.tsx'

const company = { company: { time_zone: 'America/Sao_Paulo' } } as CompanyPage

/** Returns the text that a browser with a connection shows for data read at `instant`. Empty: it shows nothing. */
function shown(instant: string | null, isRefetchError = false): string {
  const dataUpdatedAt = instant === null ? 0 : Date.parse(instant)
  const line = createElement(SeenAt, { dataUpdatedAt, isRefetchError })
  const html = renderToString(createElement(CompanyProvider, { value: company }, line))
  return html.replaceAll(/<[^>]+>/g, '')
}

// The page was opened at 12:00 in São Paulo, ten minutes ago.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T15:10:00Z'), toFake: ['Date'] })
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.parse('2026-11-23T15:00:00Z'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('no time is shown for data that this page has read, or that was never read [R7.1]', () => {
  expect(shown('2026-11-23T15:00:00Z')).toBe('')
  expect(shown(null)).toBe('')
  expect(shown(null, true)).toBe('')
})

test('the time of the last read is shown if the last refetch failed [R7.1]', () => {
  expect(shown('2026-11-23T15:05:00Z', true)).toBe('Atualizado hoje, 12:05')
})

test.each([
  ['2026-11-23T14:59:59Z', 'Atualizado hoje, 11:59'],
  ['2026-11-23T02:59:00Z', 'Atualizado ontem, 23:59'],
  ['2026-11-21T15:00:00Z', 'Atualizado em 21/11/2026, 12:00'],
])(
  'restored data, read at %s before the page opened, is shown with “%s” [R7.1]',
  (instant, expected) => {
    expect(shown(instant)).toBe(expected)
  },
)
