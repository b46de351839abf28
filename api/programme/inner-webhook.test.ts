import { expect, test, vi } from 'vitest'

import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'

// Only a demo sends to this machine, and tests run as one.
vi.mock(import('#database/connect.ts'), async (original) => ({
  ...(await original()),
  isDemo: false,
}))

const world = await createWorld()
const applied = 'https://10.0.0.7/fiel'
const company = await world.createCompany('interno', { webhooks: [{ url: applied }] })
const ana = await editorOf(world, company)

const inner = [
  'https://127.0.0.1/x',
  'http://127.0.0.1:9/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost./x',
  'https://erp.localhost/x',
]

test('an internal address is a mistake of the draft, unless the operator has applied it [D3 T14]', async () => {
  const urls = [applied, 'https://hooks.example:8443/x', ...inner]
  for (const some of [urls.slice(0, 7), [applied, ...urls.slice(7)]]) {
    const webhooks = some.map((url) => ({ url }))
    const { body } = await ana.patch(replace('/webhooks', webhooks))
    expect(body).toMatchObject({
      mistakes: some
        .filter((url) => inner.includes(url))
        .map((url) => ({
          path: ['webhooks', some.indexOf(url), 'url'],
          sentence: 'Use um endereço https da internet: o Fiel não envia a um endereço interno',
        })),
    })
    expect(errorOf(await ana.publish())).toMatchObject({ status: 422, type: 'draft_invalid' })
  }
})
