import { expect, test, vi } from 'vitest'

import Repeats from './repeats.ts'

const journey = (title: string, outcome: 'expected' | 'flaky') => ({
  title,
  outcome: () => outcome,
})

/** The status of a run in which these journeys passed only when repeated, and what was printed. */
async function ended(repeated: string[], status: 'passed' | 'failed' = 'passed') {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const report = new Repeats()
  report.onTestEnd(journey('at once', 'expected'))
  for (const title of repeated) report.onTestEnd(journey(title, 'flaky'))
  const { status: result } = await report.onEnd({ status })
  const lines = printed.mock.calls.map(([line]) => line as string)
  printed.mockRestore()
  return { result, lines }
}

test('names one repeated journey and lets the run pass', async () => {
  expect(await ended(['slow'])).toEqual({
    result: 'passed',
    lines: ['Passed only when repeated: slow'],
  })
})

test('fails a run with a second repeated journey', async () => {
  const { result, lines } = await ended(['slow', 'slower'])
  expect(result).toBe('failed')
  expect(lines.at(-1)).toBe('2 journeys were repeated; 1 is allowed.')
})

test('keeps the failure of a run', async () => {
  expect(await ended([], 'failed')).toEqual({ result: 'failed', lines: [] })
})
