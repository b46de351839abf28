import { describe, expect, test } from 'vitest'

import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, generate } = world

describe('a document with punctuation [D13]', () => {
  test.each([
    ['CPF', '52998224725', '529.982.247-25'],
    ['CNPJ', '11222333000181', '11.222.333/0001-81'],
    ['alphanumeric CNPJ', '12ABC34501DE35', '12.abc.345/01de-35'],
  ])(
    'a document with punctuation makes the same sale as one without: %s',
    async (_, bare, punctuated) => {
      const headers = { ...asPartner(cafe), 'idempotency-key': `mascara-${bare}` }
      const body = sale(bare)
      const same = { ...body, customer: { document: punctuated } }
      const first = await call('POST /partner/points/generate', { body: same, headers })
      expect(first.status).toBe(201)
      const replay = await call('POST /partner/points/generate', { body, headers })
      expect(replay.body).toEqual(first.body)
      expect(replay.headers['idempotent-replayed']).toBe('true')
      const byExternalId = await generate(cafe, body)
      expect(byExternalId.body).toEqual(first.body)
      const stored = await rows<{ document: string; amount: number }>(
        world.database,
        sql`select document, amount
            from customer
            join balance on balance.company_id = customer.company_id and balance.customer_id = customer.id
           where customer.company_id = ${cafe.id} and document = ${bare}`,
      )
      expect(stored).toEqual([{ document: bare, amount: 100 }])
      const simulated = await call('POST /partner/points/simulate', { body: same, headers })
      expect(simulated).toMatchObject({ status: 200, body: { points_amount: 100 } })
    },
  )
})
