/** A simulation that finds no planted defect would prove nothing. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { planted } from './defects.ts'

type Result = { seed: number | null; wrongs: string[] }

/** The schedules run in a process of their own, because the defect is in the modules. */
async function find(at: number): Promise<Result> {
  const program = join(import.meta.dirname, 'plant.ts')
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [program, `${at}`], { timeout: 80_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Result
}

describe('the simulation finds a planted defect', () => {
  test.each(planted.map(({ name, seeds, found }, at) => ({ name, seeds, found, at })))(
    'within $seeds seeds: $name',
    async ({ at, found }) => {
      const { seed, wrongs } = await find(at)
      expect(seed, 'no schedule was wrong').not.toBeNull()
      expect(wrongs.join('\n')).toContain(found)
    },
  )
})
