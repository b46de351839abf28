import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

const company = { time_zone: 'America/Sao_Paulo' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
const { instantOf, wallOf } = await import('./company-time.ts')

describe('a time on the company’s clock', () => {
  test('is in the zone of the company, wherever the browser is [D15]', () => {
    expect(instantOf('2026-11-25T14:30')).toBe('2026-11-25T17:30:00.000Z')
    expect(wallOf(new Date('2026-11-25T17:30:00Z'))).toBe('2026-11-25T14:30')
  })

  test.each([
    ['America/Noronha', '2026-11-25T16:30:00.000Z'],
    ['America/Manaus', '2026-11-25T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-25T08:45:00.000Z'],
  ])('has the offset of %s [D15]', (zone, instant) => {
    expect(instantOf('2026-11-25T14:30', zone)).toBe(instant)
  })

  test('is an hour later where daylight saving time skips it [D15]', () => {
    // At 02:00 of this day New York's clocks went to 03:00.
    expect(instantOf('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
    expect(wallOf(new Date('2026-03-08T07:30:00Z'), 'America/New_York')).toBe('2026-03-08T03:30')
  })

  test.each(['', '2026-11-25', '2026-11-25T', 'amanhã'])('is not %j [D15]', (typed) => {
    expect(instantOf(typed)).toBeUndefined()
  })

  test('is shown as it was typed, for any minute of a zone without daylight saving time [D15]', () => {
    const minutes = fc.integer({ min: 0, max: 50 * 365 * 24 * 60 })
    const zones = fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'America/Noronha')
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const wall = new Date(Date.UTC(2020, 0) + minute * 60_000).toISOString().slice(0, 16)
        expect(wallOf(new Date(instantOf(wall, zone)!), zone)).toBe(wall)
      }),
    )
  })
})
