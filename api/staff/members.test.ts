/** Staff members are invited, changed and removed (D15). */

import { describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

const world = await createWorld()
const { call, database, mails } = world
const cafe = await world.createCompany('lojas', {
  subsidiaries: [{ name: 'Centro' }, { name: 'Praça da Sé' }],
})
const owner = await staffOf(world, cafe, 'owner')

type Member = ResponseOf<'POST /admin/staff'>
const invite = (body: object) => call('POST /admin/staff', { ...owner, body })
const change = (id: string, body: object, headers = owner.headers) =>
  call('PUT /admin/staff/{id}', { headers, params: { id }, body })
const remove = (id: string) => call('DELETE /admin/staff/{id}', { ...owner, params: { id } })
const list = async () => (await call('GET /admin/staff', owner)).body as Member[]

/** Expects that a call answers the error and changes nothing. */
async function expectRefused(made: () => ReturnType<typeof call>, status: number, type: string) {
  const before = await fingerprint(database)
  expect(errorOf(await made())).toMatchObject({ status, type })
  expect(await fingerprint(database)).toEqual(before)
}

describe('inviting', () => {
  test('adds the person to the list, with the invitation’s end and shops in the list’s spelling [D15]', async () => {
    const email = 'bia@lojas.example'
    const answer = await invite({ email, name: 'Bia', role: 'cashier', shops: ['praca da se'] })
    expect(answer.status, answer.text).toBe(201)
    const member = answer.body as Member
    expect(member).toEqual({
      id: expect.any(String),
      email,
      name: 'Bia',
      role: 'cashier',
      shops: ['Praça da Sé'],
      state: 'INVITED',
      invitation_ends_at: '2026-11-23T15:00:00.000Z',
      last_seen_at: null,
      created_at: '2026-11-20T15:00:00.000Z',
      left_at: null,
    })
    expect(await list()).toEqual(
      expect.arrayContaining([member, expect.objectContaining({ id: owner.id, state: 'ACTIVE' })]),
    )
    expect(await actsOn(database, cafe, member.id)).toMatchObject([
      { sentence: `Ana Prado convidou ${email} como caixa (Praça da Sé)` },
    ])
  })

  test('answers used_email for an active or invited address; a person who has left comes back [D15]', async () => {
    const caio = await staffOf(world, cafe, 'manager', { name: 'Caio' })
    const body = { email: caio.email.toUpperCase(), name: 'Caio', role: 'analyst' }
    await expectRefused(() => invite(body), 422, 'used_email')
    expect((await remove(caio.id)).status).toBe(204)
    const back = await invite(body)
    expect(back.body).toMatchObject({ id: caio.id, role: 'analyst', state: 'INVITED' })
    await expectRefused(() => invite(body), 422, 'used_email')
    expect((await call('GET /admin/me', caio)).status).toBe(401)
  })

  test('answers unknown_subsidiary at the field for a shop that the list lacks [D15]', async () => {
    const changes = { name: 'Leo', role: 'cashier', shops: ['Centrão'] }
    const body = { email: 'leo@lojas.example', ...changes }
    await expectRefused(() => invite(body), 422, 'unknown_subsidiary')
    const { fields } = errorOf(await invite(body))
    expect(fields).toEqual({
      shops: ['A loja “Centrão” não está na lista da empresa. A mais parecida é “Centro”.'],
    })
    const member = await staffOf(world, cafe, 'cashier')
    await expectRefused(() => change(member.id, changes), 422, 'unknown_subsidiary')
  })

  test('answers too_many_requests after 6 invitations to one mailbox in a row [D15]', async () => {
    const email = 'cheia@lojas.example'
    const added = await invite({ email, name: 'Eva', role: 'analyst' })
    const { id } = added.body as Member
    const again = () => call('POST /admin/staff/{id}/invitation', { ...owner, params: { id } })
    for (let n = 0; n < 5; n += 1) expect((await again()).status).toBe(200)
    const count = mails.length
    await expectRefused(again, 429, 'too_many_requests')
    await expectRefused(
      () => invite({ email, name: 'Eva', role: 'owner' }),
      429,
      'too_many_requests',
    )
    expect(mails).toHaveLength(count)
  })

  test('a second invitation is not_found for a person who has joined or left, or is unknown [D15]', async () => {
    const caio = await staffOf(world, cafe)
    const inviteAgain = (id: string) => () =>
      call('POST /admin/staff/{id}/invitation', { ...owner, params: { id } })
    await expectRefused(inviteAgain(caio.id), 404, 'not_found')
    await remove(caio.id)
    await expectRefused(inviteAgain(caio.id), 404, 'not_found')
    await expectRefused(inviteAgain('00000000-0000-4000-8000-000000000000'), 404, 'not_found')
  })
})

describe('a change of role', () => {
  test('counts from the person’s next call [D15]', async () => {
    const caio = await staffOf(world, cafe, 'manager', { name: 'Caio' })
    const read = () => call('GET /admin/staff', caio)
    expect((await read()).status).toBe(200)
    const body = { name: 'Caio Reis', role: 'cashier', shops: ['Centro'] }
    const changed = await change(caio.id, body)
    expect(changed.body).toMatchObject(body)
    expect(errorOf(await read())).toEqual({ status: 403, type: 'forbidden' })
    expect((await actsOn(database, cafe, caio.id))[0]).toMatchObject({
      action: 'staff.changed',
      sentence: 'Ana Prado mudou o cadastro de Caio Reis, agora caixa (Centro)',
    })
    await expectRefused(() => change(caio.id, body, caio.headers), 403, 'forbidden')
  })

  test('is not_found for a person who has left, and so is a removal [D15]', async () => {
    const gone = await staffOf(world, cafe, 'cashier')
    await remove(gone.id)
    const body = { name: 'Ana', role: 'owner' }
    await expectRefused(() => change(gone.id, body), 404, 'not_found')
    await expectRefused(() => remove(gone.id), 404, 'not_found')
  })
})

describe('a removal', () => {
  test('ends the person’s sessions at once, and deletes password and authenticator [D15]', async () => {
    const caio = await staffOf(world, cafe, 'owner')
    expect((await call('GET /admin/me', caio)).status).toBe(200)
    expect((await remove(caio.id)).status).toBe(204)
    for (const key of [
      'GET /admin/me',
      'GET /admin/staff',
      'POST /admin/factor/recovery',
    ] as const) {
      expect(errorOf(await call(key, caio))).toEqual({ status: 401, type: 'unauthenticated' })
    }
    const { rows } = await database.query(
      `select password_hash, totp_sealed, (select count(*)::int from staff_session
                where staff_session.company_id = staff.company_id and staff_id = staff.id) as sessions
         from staff where id = $1`,
      [caio.id],
    )
    expect(rows).toEqual([{ password_hash: null, totp_sealed: null, sessions: 0 }])
    expect((await list()).find(({ id }) => id === caio.id)).toMatchObject({ state: 'LEFT' })
  })

  test('of the only owner who can sign in is last_owner, and so is a demotion [D15]', async () => {
    const company = await world.createCompany('dona', {})
    const only = await staffOf(world, company)
    const asOnly = { headers: only.headers, params: { id: only.id } }
    // An invited owner cannot sign in yet.
    const body = { email: 'nova@dona.example', name: 'Nova', role: 'owner' }
    const added = await call('POST /admin/staff', { ...only, body })
    await expectRefused(() => call('DELETE /admin/staff/{id}', asOnly), 409, 'last_owner')
    const demotion = { ...asOnly, body: { name: 'Ana', role: 'manager' } }
    await expectRefused(() => call('PUT /admin/staff/{id}', demotion), 409, 'last_owner')
    const { id } = added.body as Member
    const params = { id }
    expect((await call('DELETE /admin/staff/{id}', { ...only, params })).status).toBe(204)
    await staffOf(world, company)
    expect((await call('DELETE /admin/staff/{id}', asOnly)).status).toBe(204)
    expect((await call('GET /admin/me', only)).status).toBe(401)
  })
})
