import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { headsOf } from '#api/testing/worlds/head.ts'
import { rehash } from '#api/testing/worlds/rewrite.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { blockOf, withoutNpm } from '../../docs/blocks.ts'

const world = await createWorld()
const { cafe, database } = world
const block = blockOf('docs/operating-guide.md: npm run audit -- --head')

/** What the command of the guide prints for this hash, and its exit code. */
function audited(hash: string): [number | null, string] {
  const command = `${withoutNpm}\n${block.replace(/\b[0-9a-f]{64}\b/, hash)}`
  const env = { ...process.env, DATABASE_URL: world.url }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8', env })
  return [status, stdout + withoutDatabase(stderr)]
}

test('`fiel audit` without a hash reports the altered record of a head as a difference, and a sample does not', async () => {
  const shop = await world.createCompany('amostra', {})
  const { id } = await world.confirmed(shop, 10)
  const { taken } = await headsOf(world)
  await taken(shop)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/fiel.ts', 'audit', ...args], {
      env: { ...process.env, DATABASE_URL: world.url },
      encoding: 'utf8',
    })
  expect(run().status).toBe(0)
  await database.query(`update points_record set purchase_value = 7 where customer_id = $1`, [id])
  await rehash(database, id)
  const { status, stdout } = run()
  expect(status).toBe(1)
  expect(JSON.parse(stdout.split('\n').find((line) => line.includes('head of'))!)).toMatchObject({
    msg: 'audit difference',
    company_id: shop.id,
    reason: expect.stringContaining('head of 2026-11-20: the records until 2026-11-20 are not'),
  })
  expect(run('--one-in', '2').status).toBe(0)
  await database.query(`delete from record_head where company_id = $1`, [shop.id])
})

test('`fiel audit --head` proves a head, counts records that came after it, and refutes it after one was altered [I8]', async () => {
  const { id } = await world.confirmed(cafe, 10)
  await world.confirmed(cafe, 20)
  const { taken } = await headsOf(world)
  const { hash } = await taken(cafe)
  expect(audited(hash)).toEqual([
    0,
    `Proven: all records of company ${cafe.id} until 2026-11-20 are as they were when its head was taken (2 records, 2 customers).\n`,
  ])
  const late = await world.confirmed(cafe, 5)
  expect(audited(hash)[1].split('\n')[1]).toBe(
    `Not covered: 1 record dated until 2026-11-20 came after the head, the first as record 1 of customer ${late.id}.`,
  )
  await database.query(`update points_record set purchase_value = 7 where customer_id = $1`, [id])
  await rehash(database, id)
  expect(audited(hash)).toEqual([
    1,
    'Refuted: the records until 2026-11-20 are not those of which the head of that day was made.\n',
  ])
  const [status, output] = audited('12ab')
  expect(status).toBe(2)
  expect(output).toContain('The hash of a head has 64 hexadecimal digits.')
})
