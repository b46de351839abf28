import { expect, test } from 'vitest'

import { takeHeads } from '#api/head/take-heads.ts'
import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { row, rows, sql } from '#database/sql.ts'

import { writeMail } from './write-mail.ts'

const world = await createMailWorld()
const { database, secret, offered } = world
const bar = await world.createCompany('bar', {
  name: 'Bar do Zé',
  admin_domain: 'admin.bar.localhost',
})
const owner = await staffOf(world, bar)
const left = await staffOf(world, bar)
const guest = await staffOf(world, bar)
await staffOf(world, bar, 'analyst')
await rows(database, sql`update staff set left_at = ${world.now()} where id = ${left.id}`)
await rows(database, sql`update staff set invited_at = ${world.now()} where id = ${guest.id}`)

test('each owner gets the head by mail: company, day, records, hash, signature, key and how to verify [I8]', async () => {
  await world.confirmed(bar, 10)
  await world.confirmed(bar, 20)
  const { queueMail } = await world.startQueue()
  const now = new Date('2026-11-21T03:11:00Z')
  await takeHeads({ database: world.appDatabase, secret, queueMail, now })
  const { mail } = await world.mailTo(owner.email)
  await world.emptied()
  expect(offered.map(({ to }) => to)).toEqual([[owner.email]])
  const head = (await row<{ hash: string; public_key: string }>(
    database,
    sql`select encode(hash, 'hex') as hash, encode(public_key, 'base64') as public_key from record_head`,
  ))!
  expect(mail.subject).toBe('Selo dos registros de 20/11/2026: Bar do Zé')
  const text = mail.text!
  expect(text).toContain(
    'Este é o selo do dia 20/11/2026 da empresa Bar do Zé. Ele cobre 2 registros de pontos até o fim desse dia.',
  )
  expect(text).toContain(`Selo: ${head.hash}\n`)
  expect(text).toMatch(/\nAssinatura: [\w+/]{86}==\n/)
  expect(text).toContain(`Chave pública: ${head.public_key}\n`)
  expect(text).toContain(`Empresa: ${bar.id}\n`)
  expect(text).toContain(`o comando fiel audit --head ${head.hash}: ele refaz a conta`)
  expect(linkIn(mail).host).toBe('admin.bar.localhost:3000')
})

test('the mail of a head is not sent to an owner who has left since [I8 D15]', async () => {
  const sending = { id: 'id', now: world.now(), localPort: 3000, mailFrom: null, isRetry: false }
  const job = { kind: 'record_head', company_id: bar.id, number: 1 } as const
  const written = (staff_id: string) =>
    writeMail(database, { ...job, staff_id }, { ...sending, secret })
  expect(await written(owner.id)).toMatchObject({ to: { address: owner.email } })
  expect(await written(left.id)).toBe('nobody')
})
