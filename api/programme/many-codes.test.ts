import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { editorOf } from '#api/testing/worlds/programme-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { maxCodes } from '#contract/programme/draft.ts'

const world = await createWorld()

test('the most codes that a prize can have are added to a draft, and published with it [D15]', async () => {
  const prize = { key: 'ingresso', name: 'Ingresso', value: 10, codes: { pool: 'ingresso.txt' } }
  const company = await world.createCompany(
    'muitos-codigos',
    { prizes: [prize] },
    { 'ingresso.txt': [] },
  )
  const ana = await editorOf(world, company, { name: 'Ana' })
  const lines = Array.from({ length: maxCodes }, () => randomUUID())
  const added = await ana.send('POST /admin/programme/draft/codes', {
    body: { key: prize.key, lines },
  })
  expect(added.body).toMatchObject({ added: maxCodes, refused_count: 0 })
  expect(await ana.publish()).toMatchObject({ status: 201 })
  const programme = await ana.send('GET /admin/programme')
  expect(programme.body).toMatchObject({
    pools: [{ key: prize.key, free: maxCodes, issued: 0, added: 0 }],
  })
})
