/** The mails to the staff of a company (D15). */

import { describe, expect, test } from 'vitest'

import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, type Answer } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

import { type Mail, writeMail } from './write-mail.ts'

const world = await createMailWorld()
const { call, database } = world
const bar = await world.createCompany('bar', {
  name: 'Bar do Zé',
  program_name: 'Clube do Bar',
  admin_domain: 'admin.bar.localhost',
})
const owner = await staffOf(world, bar)
const sending = {
  id: 'id',
  now: world.now(),
  localPort: 3000,
  mailFrom: null,
  isRetry: false,
  secret: world.secret,
}

async function invited(email: string): Promise<Answer> {
  const body = { email, name: 'Rui', role: 'manager' }
  return call('POST /admin/staff', { ...owner, body })
}

describe('an invitation', () => {
  test('a staff invitation has the company’s look, and a link with the secret in its fragment [D15]', async () => {
    const queue = await world.startQueue()
    const { id } = (await invited('rui@bar.example')).body as { id: string }
    await queue.queueMail(database, { kind: 'staff_invitation', company_id: bar.id, staff_id: id })
    const { mail } = await world.mailTo('rui@bar.example')
    expect(mail.subject).toBe('Convite para o console de Bar do Zé')
    expect(mail.text).toContain('no console de Bar do Zé como gerente')
    expect(mail.text).toContain('Você recebeu este email porque trabalha com Bar do Zé.')
    const link = linkIn(mail)
    expect(link.origin + link.pathname + link.search).toBe(
      'http://admin.bar.localhost:3000/convite',
    )
    const token = link.hash.replace('#token=', '')
    const read = await call('POST /admin/invitation', { headers: asGuest(bar), body: { token } })
    expect(read.body).toMatchObject({ email: 'rui@bar.example', role: 'manager' })
  })

  test('a repeated staff mail leaves the link of the copy that may have arrived valid [D15 D11]', async () => {
    const { id } = (await invited('ivo@bar.example')).body as { id: string }
    const job = { kind: 'staff_invitation', company_id: bar.id, staff_id: id } as const
    const tokenOf = async (isRetry: boolean) => {
      const mail = await writeMail(database, job, { ...sending, isRetry })
      return /#token=([\w-]{43})/.exec((mail as Mail).text)![1]!
    }
    const read = async (token: string) =>
      (await call('POST /admin/invitation', { headers: asGuest(bar), body: { token } })).status
    const arrived = await tokenOf(false)
    const repeated = await tokenOf(true)
    expect([await read(arrived), await read(repeated)]).toEqual([200, 200])
    const requestedAgain = await tokenOf(false)
    expect([await read(arrived), await read(repeated), await read(requestedAgain)]).toEqual([
      422, 422, 200,
    ])
    const last = await tokenOf(true)
    const accepted = await call('POST /admin/invitation/accept', {
      headers: asGuest(bar),
      body: { token: requestedAgain, name: 'Ivo', password: 'uma senha comprida' },
    })
    expect(accepted.status, accepted.text).toBe(201)
    expect(await read(last)).toBe(422)
  })

  test('a staff invitation is not sent to a person who has left, nor by a company without a console [D15]', async () => {
    const { id } = (await invited('bia@bar.example')).body as { id: string }
    const job = { kind: 'staff_invitation', company_id: bar.id, staff_id: id } as const
    expect(await writeMail(database, job, sending)).toMatchObject({
      to: { address: 'bia@bar.example' },
    })
    await call('DELETE /admin/staff/{id}', { ...owner, params: { id } })
    expect(await writeMail(database, job, sending)).toBe('nobody')
    const guest = await staffOf(world, world.cafe)
    const body = { email: 'leo@cafe.example', name: 'Leo', role: 'cashier' }
    const added = await call('POST /admin/staff', { ...guest, body })
    const other = { ...job, company_id: world.cafe.id, staff_id: (added.body as { id: string }).id }
    expect(await writeMail(database, other, sending)).toBe('nobody')
  })
})

describe('the mail for a new password of staff', () => {
  test('the mail for a new staff password is sent to a person with a password, and to nobody else [D15]', async () => {
    const job = { kind: 'staff_password', company_id: bar.id } as const
    const mail = await writeMail(database, { ...job, email: owner.email }, sending)
    if (typeof mail !== 'object') throw new Error(String(mail))
    expect(mail.text).toMatch(/http:\/\/admin\.bar\.localhost:3000\/nova-senha#token=[\w-]{43}\n/)
    const before = await row(database, sql`select count(*) from staff_link`)
    await invited('eva@bar.example')
    for (const email of ['eva@bar.example', 'ninguem@bar.example']) {
      expect(await writeMail(database, { ...job, email }, sending)).toBe('nobody')
    }
    expect(await row(database, sql`select count(*) from staff_link`)).toEqual(before)
  })
})
