/** A company with a sandbox, and the calls of its test key. */

import { expect } from 'vitest'

import { applySandbox } from '#api/company-file/sandbox.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { sandboxSlug } from '#contract/sandbox/id.ts'
import { audit } from '#engine/audit/audit.ts'

import { asPartner, newCpf, type Sent, type TestCompany, type World } from './world.ts'

/** A programme whose points wait 3 days and are good for 30, with a prize of each kind of stock. */
export const programme = {
  calculation_rules: [
    {
      name: 'Compra',
      type: 'POINTS_PER_REAL',
      rate: 1,
      waiting_days: 3,
      expires_in: { days: 30 },
    },
  ],
  prizes: [
    { key: 'cafe', name: 'Café', value: 10, expires_in: 7, stock: 5 },
    { key: 'pao', name: 'Pão', value: 10, codes: { pool: 'paes.txt' } },
  ],
  webhooks: [{ url: 'https://erp.exemplo.com.br/fiel' }],
}
/** Where the events of the sandbox go. */
export const webhook = 'https://teste.exemplo.com.br/fiel'

export async function createSandbox(world: World) {
  const { call, database, secret } = world

  /** Makes the sandbox of a company, and a key for it. */
  async function sandboxOf(slug: string, url?: string): Promise<TestCompany> {
    await applySandbox({ database, secret }, { slug, webhook: url }, world.now())
    const { company_id: id } = await companyBySlug(database, sandboxSlug(slug))
    return { id, hostname: '', key: await createPartnerKey(database, id, 'Teste', world.now()) }
  }

  const shop = await world.createCompany('clube', programme, { 'paes.txt': ['REAL-1'] })
  const sandbox = await sandboxOf('clube', webhook)
  const till = asPartner(sandbox)

  /** The answer to a call of the test key, or with other headers, that must succeed. */
  async function answerOf<Key extends EndpointKey>(key: Key, sent: Sent): Promise<ResponseOf<Key>> {
    const answer = await call(key, { headers: till, ...sent })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as ResponseOf<Key>
  }

  /** A registered customer of the sandbox with the headers of their phone. */
  async function newCustomer() {
    const document = newCpf()
    const body = { document }
    const { customer_id, company_id, token } = await answerOf('POST /partner/sandbox/customer', {
      body,
    })
    const headers = { 'company-id': company_id, authorization: `Bearer ${token}` }
    return { id: customer_id, document, headers }
  }

  const moveTo = (now: string) => answerOf('POST /partner/sandbox/clock', { body: { now } })

  /** Moves the clock of the sandbox by days. */
  async function pass(days: number) {
    const { now } = await moveTo('2026-01-01T00:00:00Z')
    return moveTo(new Date(Date.parse(now) + days * 86_400_000).toISOString())
  }

  async function expectAudited() {
    expect((await audit(database, world.now())).differences).toEqual([])
  }

  return { shop, sandbox, till, sandboxOf, answerOf, newCustomer, moveTo, pass, expectAudited }
}
