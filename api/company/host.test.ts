import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

const world = await createWorld()

test.each([
  ['padaria.localhost', 200],
  ['PADARIA.localhost.', 200],
  ['admin.padaria.localhost', 200],
  ['outra.localhost', 404],
  ["' or true --", 404],
])(
  'GET /host answers a proxy that wants a certificate for %s with the status %i [R1.1 D15]',
  async (hostname, status) => {
    await world.createCompany('padaria', { admin_domain: 'admin.padaria.localhost' })
    const answer = await world.app.inject({ url: `/host/${encodeURIComponent(hostname)}` })
    expect(answer.statusCode).toBe(status)
  },
)
