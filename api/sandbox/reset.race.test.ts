/** A sandbox that is emptied while tills and phones call it. */

import { expect, test } from 'vitest'

import { applySandbox, resetSandbox } from '#api/company-file/sandbox.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { database, secret } = world
await applySandbox({ database, secret }, { slug: 'cafe' }, world.now())
const { company_id } = await companyBySlug(database, 'cafe/sandbox')
const till = asPartner({ key: await createPartnerKey(database, company_id, 'Teste', world.now()) })

test('a reset during calls succeeds; no call fails with a 5xx or finds a sandbox without rules [D20]', async () => {
  const calls = [world.call, await world.anotherNode()]
  const answers: string[] = []
  const ending = new AbortController()
  async function visit(at: number): Promise<void> {
    const call = calls[at % 2]!
    const document = newCpf()
    while (!ending.signal.aborted) {
      const made = await call('POST /partner/sandbox/customer', {
        headers: till,
        body: { document },
      })
      const { token } = made.body as ResponseOf<'POST /partner/sandbox/customer'>
      const headers = { 'company-id': company_id, authorization: `Bearer ${token}` }
      const generated = await call('POST /partner/points/generate', {
        headers: till,
        body: sale(document),
      })
      const opened = await call('POST /partner/points/intention', {
        headers: till,
        body: sale(document, { points_amount: 1 }),
      })
      const balance = await call('GET /customer/balance', { headers })
      answers.push(`customer ${made.status}`, `sale ${generated.status}`)
      answers.push(`intention ${opened.status}`, `balance ${balance.status}`)
    }
  }
  const visits = Array.from({ length: 6 }, (_, at) => visit(at))
  try {
    for (let run = 0; run < 4; run += 1) {
      const before = answers.length
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(before + 30)
      await resetSandbox({ database: world.appDatabase, secret }, { slug: 'cafe' }, world.now())
    }
  } finally {
    ending.abort()
    await Promise.all(visits)
  }
  // 401: the session ended with the reset. 404, 409 and 422: the customer, the intention or the points did.
  const isExpected = /^(customer 200|sale 201|intention (201|404|409|422)|balance (200|401))$/
  expect(answers.filter((answer) => !isExpected.test(answer))).toEqual([])
  expect((await audit(database, world.now())).differences).toEqual([])
}, 120_000)
