import { expect, test } from 'vitest'

import { crash, type Round, wrongsOf } from './run.ts'

test(
  'kill -9 of the API or of PostgreSQL under load loses no acknowledged write and halves none [I5 I6]',
  { timeout: 120_000 },
  async () => {
    const rounds: Round[] = []
    await crash({ rounds: 2, load_ms: 1_500 }, (round) => rounds.push(round))
    expect(rounds.map(({ victim }) => victim)).toEqual(['API', 'PostgreSQL'])
    expect(rounds.flatMap(wrongsOf)).toEqual([])
    // Both kinds of calls prove that the kill came in the middle of work.
    for (const { acknowledged, unknown } of rounds) {
      expect(acknowledged).toBeGreaterThan(0)
      expect(unknown).toBeGreaterThan(0)
    }
  },
)
