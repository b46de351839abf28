import { expect, test } from 'vitest'

import { plant } from '../testing/plant.ts'
import { wrongsOf } from '../traffic/verify.ts'
import { openCrash, type Round, type Victim } from './run.ts'

const limit = { timeout: 180_000 }

async function roundsOf(
  victims: Victim[],
  spoil?: (ownerUrl: string) => Promise<void>,
): Promise<Round[]> {
  const rounds: Round[] = []
  const crash = await openCrash(spoil)
  try {
    await crash.rounds({ seed: 1, victims, load_ms: 3_000 }, (round) => void rounds.push(round))
  } finally {
    await crash.close()
  }
  return rounds
}

test(
  'kill -9 of the API or of PostgreSQL under load loses no acknowledged write and halves none [I5 I6 D15]',
  limit,
  async () => {
    const rounds = await roundsOf(['API', 'PostgreSQL'])
    expect(rounds.map(({ victim }) => victim)).toEqual(['API', 'PostgreSQL'])
    expect(rounds.flatMap(wrongsOf)).toEqual([])
    // Both kinds of calls prove that the kill came in the middle of work.
    for (const { acknowledged, resolved } of rounds) {
      expect(acknowledged.length).toBeGreaterThan(0)
      expect(resolved.length).toBeGreaterThan(0)
    }
    // Tills and people at the counter both took part.
    const verbs = rounds.flatMap(({ acknowledged }) => acknowledged)
    expect(verbs).toContain('generate')
    expect(verbs.filter((verb) => verb.startsWith('counter_')).length).toBeGreaterThan(0)
  },
)

test(
  'writes that a database answers before they are on its disk are reported as lost [I5]',
  limit,
  async () => {
    // A server that starts refuses this setting. This one has started.
    const [round] = await roundsOf(['PostgreSQL'], (ownerUrl) =>
      plant(
        ownerUrl,
        'alter system set synchronous_commit = off',
        `alter system set wal_writer_delay = '10s'`,
        'select pg_reload_conf()',
      ),
    )
    expect(round!.lost.length).toBeGreaterThan(0)
  },
)
