/** A sandbox sends nothing to people, through the real queue and a real mail server. */

import { expect, test, vi } from 'vitest'

import { applySandbox } from '#api/company-file/sandbox.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { queueMessages } from '#api/notification/message/queue-messages.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { eraseInactive } from '#api/privacy/inactive/inactive.ts'
import { createMailWorld } from '#api/testing/worlds/mail-world.ts'
import { asPartner, newCpf } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createMailWorld()
const { database, offered, emptied, secret } = world
const { queueMail, startSending } = await world.openQueue()
await startSending(3000)
const needs = {
  database,
  clock: world.now,
  log: { error: vi.fn() },
  queueMail,
  queuePush: null,
} as unknown as Parameters<typeof queueMessages>[0]

/** A notice of a new level, of which the mail is on by default. */
async function tell(company_id: string, customer_id: string): Promise<void> {
  const level = { level_name: 'Ouro', previous_level_name: 'Prata', is_rise: true }
  await row(
    database,
    sql`select add_notices(${company_id}, array[row(${customer_id}, 'level_changed', ${level}, ${world.now()})::notice])`,
  )
}

test('no notice or mail of a sandbox is sent, and no inactive customer of it is announced [D20 D21]', async () => {
  const settings = { retention: { inactive_months: 12 } }
  const company = await world.createCompany('ensaio', settings)
  const real = await world.confirmed(company)
  await applySandbox({ database, secret }, { slug: 'ensaio' }, world.now())
  const { company_id } = await companyBySlug(database, 'ensaio/sandbox')
  const key = await createPartnerKey(database, company_id, 'Teste', world.now())
  const answer = await world.call('POST /partner/sandbox/customer', {
    headers: asPartner({ key }),
    body: { document: newCpf() },
  })
  const { customer_id } = answer.body as ResponseOf<'POST /partner/sandbox/customer'>

  await tell(company.id, real.id)
  await tell(company_id, customer_id)
  await queueMessages(needs, { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })
  await queueMail(database, { kind: 'email_confirmation', company_id, customer_id })
  await emptied()
  expect(offered.map(({ to }) => to)).toEqual([[real.email]])

  const later = new Date('2029-01-01T12:00:00Z')
  await eraseInactive({ database, secret, queueMail, now: later })
  const announced = await rows<{ company_id: string }>(
    database,
    sql`select company_id from erasure_announcement where company_id in (${company.id}, ${company_id})`,
  )
  expect(announced).toEqual([{ company_id: company.id }])
})
