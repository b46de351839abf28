import { describe, expect, test } from 'vitest'

import { read, source, tests } from './source.ts'

describe('rooms', () => {
  test('the replay only proves: no file outside the audit uses it, but for the nightly job and tests', () => {
    const replay = /#engine\/audit\/|\b(replay_input|holds_at)\(/
    const users = source.filter(
      (file) =>
        !tests.includes(file) &&
        !/^(engine\/audit|api\/testing)\//.test(file) &&
        replay.test(read(file)),
    )
    expect(users).toEqual(['api/jobs.ts'])
  })
})
