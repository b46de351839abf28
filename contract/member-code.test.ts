import { describe, expect, test } from 'vitest'

import { isMemberCodeStepOpen, memberCode, memberCodeStep, readMemberCode } from './member-code.ts'

/** The example of docs/partner-guide.md. */
const company_id = '0199a2b4-7c1d-7e2f-8a3b-4c5d6e7f8091'
const session_ref = 'AAECAwQFBgcICQoLDA0ODw'
const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const step = 59_839_560

describe('a member code', () => {
  test('a member code has the encodings of the contract [D14]', async () => {
    expect(await memberCode(key, { company_id, session_ref, step })).toBe(
      'F1.AAECAwQFBgcICQoLDA0ODw.59839560.JYnKzNy0qgrPaQ',
    )
  })

  test('a member code is read back into its parts, and only in its one spelling [D14]', async () => {
    const code = await memberCode(key, { company_id, session_ref, step })
    expect(readMemberCode(code)).toEqual({ session_ref, step })
    for (const wrong of [
      '',
      code.toLowerCase().replace('f1', 'F2'),
      `${code}A`,
      code.slice(0, -1),
      code.replace('.5', '.05'),
      code.replace('.5', '.-5'),
      code.replace('59839560', '5983956000'),
      ` ${code}`,
    ]) {
      expect(readMemberCode(wrong), wrong).toBeNull()
    }
  })

  test('a member code is valid from one step before its own to two after it [D14]', () => {
    const begins_ms = step * 30_000
    expect(memberCodeStep(begins_ms)).toBe(step)
    expect(memberCodeStep(begins_ms - 1)).toBe(step - 1)
    const isOpenAt = (after_s: number) => isMemberCodeStepOpen(step, begins_ms + after_s * 1000)
    expect([-30.001, -30, 0, 89.999, 90].map(isOpenAt)).toEqual([false, true, true, true, false])
  })
})
