import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { cafe, database, call } = world

test('a call refused for its network is not stored for its idempotency key [D2] [T18]', async () => {
  const addresses = ['10.9.9.9/32']
  const key = await createPartnerKey(database, cafe.id, 'Loja', world.now(), { addresses })
  const headers = { ...asPartner({ key }), 'idempotency-key': randomUUID() }
  const body = sale(newCpf())
  const from = (address: string) =>
    call('POST /partner/points/generate', { body, headers, address })
  expect(await from('10.1.1.1')).toMatchObject({ status: 403 })
  const sold = await from('10.9.9.9')
  expect(sold).toMatchObject({ status: 201 })
  expect(sold.headers['idempotent-replayed']).toBeUndefined()
  expect((await from('10.1.1.1')).status).toBe(403)
  expect(await from('10.9.9.9')).toMatchObject({ status: 201, text: sold.text })
})
