/** The consents of persons whom a company's file brought (D12, D17). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createProviderWorld } from '#api/testing/fakes/provider.ts'
import { csv, importsOf } from '#api/testing/worlds/import-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { newCpf } from '#api/testing/worlds/world.ts'
import type { Consent } from '#contract/consent.ts'

const world = await createProviderWorld()
const { cafe, call } = world
const { imported } = importsOf(call, await staffOf(world, cafe))

/** A CPF whose file says that the person wants marketing. */
async function importedPerson(): Promise<string> {
  const document = newCpf()
  await imported(csv(`${document};;;;;sim;10;;;${randomUUID()}`))
  return document
}

async function marketingOf(headers: Record<string, string>) {
  const { body } = await call('GET /customer/consent', { headers })
  return (body as Consent[])
    .filter(({ kind }) => kind === 'MARKETING')
    .map(({ is_granted, text_version }) => [is_granted, text_version])
}

test('a person who agrees at the registration has a record of their own beside that of the file [D12 D17]', async () => {
  const document = await importedPerson()
  const { headers } = await world.registered(cafe, { document, opt_in_marketing: true })
  expect(await marketingOf(headers)).toEqual([
    [true, '1'],
    [true, 'importado'],
  ])
  // The same answer again is no new record.
  await call('PUT /customer', { headers, body: { opt_in_marketing: true } })
  expect(await marketingOf(headers)).toHaveLength(2)
})

test('a person who takes the record over without agreeing has no consent [D12 D17 D3]', async () => {
  const document = await importedPerson()
  const email = `${randomUUID()}@exemplo.com.br`
  const { headers } = await world.customerVia({ sub: randomUUID(), email, email_verified: true })
  const given = await call('PUT /customer', { headers, body: { document } })
  expect(given.body).toMatchObject({ document, opt_in_marketing: false })
  expect(await marketingOf(headers)).toEqual([
    [false, '1'],
    [true, 'importado'],
  ])
  await call('PUT /customer', { headers, body: { opt_in_marketing: true } })
  expect((await marketingOf(headers))[0]).toEqual([true, '1'])
})
