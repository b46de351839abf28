/** A command that is killed while it applies an import. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { importedTotals, stageImport } from '#api/testing/worlds/import-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { database } = world
// The command reads the system's clock.
world.moveClock(new Date().toISOString())
const folder = await mkdtemp(join(tmpdir(), 'import-'))
afterAll(() => rm(folder, { recursive: true }))

/** `fiel import apply` in a process of its own. */
function startApply(slug: string, path: string): ChildProcess {
  const child = spawn(process.execPath, ['scripts/fiel.ts', 'import', 'apply', slug, path], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a command that is killed in the middle goes on when it is run again, and credits once [D17]', async () => {
  const { company, file, sum } = await stageImport(world, 'morte', 3_000)
  const path = join(folder, 'morte.csv')
  await writeFile(path, file)
  const first = startApply('morte', path)
  await eventually(async () =>
    expect((await importedTotals(database, company))!.records).toBeGreaterThan(0),
  )
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killed = (await importedTotals(database, company))!.records
  expect(killed).toBeLessThan(3_000)

  const second = startApply('morte', path)
  let output = ''
  second.stdout!.on('data', (text) => (output += String(text)))
  expect(await once(second, 'exit')).toEqual([0, null])
  expect(output).toContain('Going on with the import that was begun.')
  expect(output).toContain('Imported: 3.000 balances')
  expect(await importedTotals(database, company)).toEqual({
    customers: 3_000,
    records: 3_000,
    amount: sum,
  })
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})
