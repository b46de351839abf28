import { expect, test } from 'vitest'

import { dsnOrigin } from './error-report.ts'

test('the DSN of a project is accepted, and any other text is refused with one sentence [R13.2]', () => {
  expect(dsnOrigin('https://key@o1.ingest.sentry.io/42')).toBe('https://o1.ingest.sentry.io')
  for (const dsn of ['', 'sentry.io', 'https://sentry.io/42', 'https://key@sentry.io']) {
    expect(() => dsnOrigin(dsn)).toThrow('https://key@host/project')
  }
})
