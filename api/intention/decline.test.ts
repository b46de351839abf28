import { expect, test } from 'vitest'

import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { TillIntention } from '#contract/intention.ts'

const { cafe, call, confirmed } = await createWorld()

test.each(['Loja 1', 'loja 1', '  LÓJA   1'])(
  'after a decline the shop cannot ask again for as much under the name %j, and another shop can [D5 D13 T6]',
  async (spelling) => {
    const customer = await confirmed(cafe, 100)
    const ask = (subsidiary_name: string) =>
      call('POST /partner/points/intention', {
        headers: asPartner(cafe),
        body: sale(customer.document, { points_amount: 80, subsidiary_name }),
      })
    const { id } = (await ask('Loja 1')).body as TillIntention
    await call('DELETE /points/intention/{id}', { headers: customer.headers, params: { id } })
    expect(errorOf(await ask(spelling)).type).toBe('intention_declined')
    expect((await ask('Loja 2')).status).toBe(201)
  },
)
