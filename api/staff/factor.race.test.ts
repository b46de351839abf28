/** Concurrent uses of one code, and concurrent removals of owners (D15). */

import { expect, test } from 'vitest'

import { staffOf, staffPassword, withCookieOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld, errorOf, type Answer } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, cafe, database } = world

async function halfSession({ email }: { email: string }) {
  const body = { email, password: staffPassword }
  return withCookieOf(cafe, await call('POST /admin/session', { headers: asGuest(cafe), body }))
}

const statuses = (answers: Answer[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

/** Sessions of the person with a second factor. The person's first session has one. */
async function signedIn({ id }: { id: string }): Promise<number> {
  const sessions = await rows(
    database,
    sql`select from staff_session where company_id = ${cafe.id} and staff_id = ${id} and factor_at is not null`,
  )
  return sessions.length
}

test('one of two concurrent uses of a recovery code signs in [D15]', async () => {
  for (let n = 0; n < 4; n += 1) {
    const ana = await staffOf(world, cafe)
    const made = await call('POST /admin/factor/recovery', ana)
    const [code] = (made.body as { codes: string[] }).codes
    const halves = [await halfSession(ana), await halfSession(ana)]
    const answers = await Promise.all(
      halves.map((headers) => call('POST /admin/session/recovery', { headers, body: { code } })),
    )
    expect(statuses(answers)).toEqual([200, 422])
    expect(await signedIn(ana)).toBe(2)
  }
})

test('one of two concurrent uses of an authenticator’s code signs in [D15]', async () => {
  for (let n = 0; n < 4; n += 1) {
    const ana = await staffOf(world, cafe)
    const halves = [await halfSession(ana), await halfSession(ana)]
    const body = { code: ana.totpCode() }
    const answers = await Promise.all(
      halves.map((headers) => call('POST /admin/session/totp', { headers, body })),
    )
    expect(statuses(answers)).toEqual([200, 422])
    expect(await signedIn(ana)).toBe(2)
  }
})

test('one of two owners who remove each other at once stays [D15]', async () => {
  for (let n = 0; n < 5; n += 1) {
    const company = await world.createCompany(`donos-${n}`, {})
    const owners = [await staffOf(world, company), await staffOf(world, company)]
    const answers = await Promise.all(
      owners.map(({ headers }, at) =>
        call('DELETE /admin/staff/{id}', { headers, params: { id: owners[1 - at]!.id } }),
      ),
    )
    // The second one is refused by the lock, or has no session any more.
    expect(statuses(answers)[0]).toBe(204)
    expect(['last_owner', 'unauthenticated']).toContain(
      errorOf(answers.find(({ status }) => status !== 204)!).type,
    )
    const left = await rows(
      database,
      sql`select id from staff where company_id = ${company.id} and left_at is null`,
    )
    expect(left).toHaveLength(1)
  }
})

test('one of two owners who demote themselves at once is refused [D15]', async () => {
  const company = await world.createCompany('rebaixados', {})
  const owners = [await staffOf(world, company), await staffOf(world, company)]
  const answers = await Promise.all(
    owners.map((owner) =>
      call('PUT /admin/staff/{id}', {
        headers: owner.headers,
        params: { id: owner.id },
        body: { name: 'Ana', role: 'manager' },
      }),
    ),
  )
  expect(statuses(answers)).toEqual([200, 409])
})
