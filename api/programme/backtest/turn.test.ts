import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { snapshot } from '#database/sql.ts'

import { inTurn, lockTurn } from './turn.ts'

const world = await createWorld()
const { cafe, posto, database } = world

/** A page that ends when the test says so. */
function openPage() {
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { ended, end }
}

test('pages wait for their turn, and are calculated in the order in which they came [D18]', async () => {
  const pages = [openPage(), openPage(), openPage()]
  const begun: number[] = []
  const turns = pages.map(({ ended }, at) =>
    inTurn(async () => {
      begun.push(at)
      await ended
    }),
  )
  for (const [at, page] of pages.entries()) {
    expect(begun).toEqual([0, 1, 2].slice(0, at + 1))
    page.end()
    await turns[at]
    await Promise.resolve()
  }
})

test('a page that waits too long is unavailable, and does not hold up the next one [D18]', async () => {
  const first = openPage()
  const turn = inTurn(() => first.ended)
  const late = inTurn(async () => 'late', 20)
  const next = inTurn(async () => 'next')
  await expect(late).rejects.toMatchObject({ code: 'unavailable', retry_after_s: 2 })
  first.end()
  await turn
  expect(await next).toBe('next')
})

test('a page that fails lets the next one begin [D18]', async () => {
  const failed = inTurn(() => Promise.reject(new Error('lost')))
  const next = inTurn(async () => 'next')
  await expect(failed).rejects.toThrow('lost')
  expect(await next).toBe('next')
})

test('a page of another node for the company is waited for until the deadline [D18]', async () => {
  const page = openPage()
  const locked = openPage()
  const lock = (company_id: string, limit_ms: number) =>
    snapshot(database, (connection) =>
      lockTurn(connection, company_id, performance.now() + limit_ms),
    )
  const other = snapshot(database, async (connection) => {
    await lockTurn(connection, cafe.id, performance.now() + 5_000)
    locked.end()
    await page.ended
  })
  await locked.ended
  await lock(posto.id, 50)
  await expect(lock(cafe.id, 50)).rejects.toMatchObject({ code: 'unavailable' })
  const patient = lock(cafe.id, 5_000)
  page.end()
  await Promise.all([other, patient])
})
