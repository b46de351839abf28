import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const company = await world.createCompany('segredo', { approvals: { publish: true } })
const ana = await editorOf(world, company, { name: 'Ana' })
const rui = await editorOf(world, company, { name: 'Rui', role: 'manager' })

const url = (token: string) => `https://hooks.example/services/${token}?key=${token}`
await ana.patch(replace('/webhooks', [{ url: url('TOKEN-1') }]))
const request = (await ana.publish()).body as { id: string }
await rui.send('POST /admin/programme/request/{id}/approve', { params: { id: request.id } })
await ana.patch(replace('/webhooks', [{ url: url('TOKEN-2') }]))
await ana.publish()

test('the audit log names only the host of a webhook, also in the path of a change [D3 D15]', async () => {
  await rui.patch(replace('/webhooks', [{ url: url('TOKEN-3'), types: ['voucher.issued'] }]))
  await rui.send('DELETE /admin/programme/draft')
  const { entries } = (await row<{ entries: string }>(
    world.database,
    sql`select string_agg(detail::text || content::text, '') as entries
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${company.id}`,
  ))!
  expect(entries).toContain('programa')
  expect(entries).toContain('Novo webhook: hooks.example')
  expect(entries).not.toContain('TOKEN')
})

async function answersFor(role: StaffRole): Promise<string[]> {
  const { send, headers } = await editorOf(world, company, { role })
  const answers = [
    await send('GET /admin/programme'),
    await send('GET /admin/programme/version'),
    await send('GET /admin/programme/version/{version}', { params: { version: '2' } }),
    await send('GET /admin/programme/yaml/{which}', { params: { which: 'published' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const folder = await world.app.inject({ url: '/api/admin/programme/folder', headers })
  const files = unzipSync(folder.rawPayload)
  return [...answers.map(({ text }) => text), strFromU8(files['segredo/company.yaml']!)]
}

test.each(['attendant', 'analyst'] as const)(
  'the role %s, which may not read webhooks, sees none in the programme [D3 D15]',
  async (role) => {
    const answers = await answersFor(role)
    expect(answers.join()).not.toMatch(/TOKEN|hooks\.example/)
    expect(answers.at(-1)).toMatch(/name: .*# Este arquivo não traz os webhooks/s)
  },
)

test('a person who has become an analyst sees no webhooks in the own draft [D3 D15]', async () => {
  const eva = await editorOf(world, company, { role: 'manager' })
  await eva.patch(replace('/webhooks', [{ url: url('TOKEN-4') }]))
  const draft = { params: { which: 'draft' } }
  expect((await eva.send('GET /admin/programme/yaml/{which}', draft)).text).toContain('TOKEN-4')
  await row(
    world.database,
    sql`update staff set role = 'analyst' where id = ${eva.id} returning id`,
  )
  const answer = await eva.send('GET /admin/programme/yaml/{which}', draft)
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('TOKEN')
})

test.each(staffRoles.filter((role) => role === 'owner' || role === 'manager'))(
  'the role %s, which may read webhooks, sees their whole URLs [D3 D15]',
  async (role) => {
    for (const answer of await answersFor(role)) expect(answer).toContain('TOKEN-1')
  },
)
