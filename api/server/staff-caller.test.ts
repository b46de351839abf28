/** Calls each endpoint of the console as a caller whom it must refuse (D15). A refused call writes nothing. */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { companyBlocked } from '#api/staff/sentences.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { asStaff, staffOf } from '#api/testing/worlds/staff.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { asGuest, createWorld, errorOf, registration } from '#api/testing/worlds/world.ts'
import { mayDo, staffHeader, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import {
  type EndpointKey,
  endpoints,
  isAdminKey,
  isStaffWrite,
} from '#contract/endpoints/endpoints.ts'
import { type ErrorCode, errorCodes } from '#contract/error.ts'

const world = await createWorld()
const { cafe, posto, database } = world
const owner = await staffOf(world, cafe)
const rita = await staffOf(world, posto)
const half = await staffOf(world, cafe, 'owner', { factor_at: null })
/** A role → a member with a fresh second factor, and one whose factor is 6 minutes old. */
const fresh = await ofEachRole(world.now())
const stale = await ofEachRole(new Date(world.now().getTime() - 6 * 60_000))

async function ofEachRole(factor_at: Date) {
  const members = await Promise.all(
    staffRoles.map(
      async (role) => [role, await staffOf(world, cafe, role, { factor_at })] as const,
    ),
  )
  return Object.fromEntries(members) as Record<StaffRole, Awaited<ReturnType<typeof staffOf>>>
}

const keys = (Object.keys(endpoints) as EndpointKey[]).filter(isAdminKey)
const calledBy = (...callers: Caller[]) =>
  keys.filter((key) => callers.includes(endpoints[key].caller))
const entryOf = (key: EndpointKey): Endpoint => endpoints[key]

const call = (key: EndpointKey, headers: Record<string, string>) =>
  world.call(key, { ...validRequest(key, registration()), headers })

/** Expects that each call answers `code` and that none writes anything. */
async function expectRefused(
  key: EndpointKey,
  headers: Record<string, string>[],
  code: ErrorCode,
): Promise<void> {
  const before = await fingerprint(database)
  for (const one of headers) {
    const answer = await call(key, one)
    expect(errorOf(answer)).toEqual({ status: errorCodes[code].status, type: code })
  }
  expect(await fingerprint(database)).toEqual(before)
}

test.each(keys)('%s refuses a missing or malformed Company-Id [D2]', async (key) => {
  const { 'company-id': _company, ...others } = owner.headers
  const wrong = ['', 'x', `${cafe.id}0`, `${cafe.id},${posto.id}`]
  const headers = wrong.map((id) => ({ ...others, 'company-id': id }))
  await expectRefused(key, [others, ...headers], 'bad_request')
})

test.each(calledBy('visitor'))('%s refuses a company that does not exist [D15]', async (key) => {
  await expectRefused(key, [{ 'company-id': randomUUID() }], 'company_not_found')
})

// The server answers no preflight for these paths, and a browser names the origin or site of the
// page that calls.
test.each(keys)(
  '%s refuses a call from a page of another origin or site [D15 T13]',
  async (key) => {
    const pages: Record<string, string>[] = [
      { origin: 'https://vizinho.example' },
      { origin: 'null' },
      { origin: `http://${cafe.hostname}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', origin: 'http://localhost:81' },
    ]
    const headers = pages.map((page) => ({ ...owner.headers, ...page }))
    await expectRefused(key, headers, 'forbidden')
  },
)

describe('a caller without a session', () => {
  const cookies = [
    '',
    'fiel_staff=',
    'fiel_staff=x',
    `fiel_staff=${'A'.repeat(43)}`,
    `fiel_staff=${owner.token}0`,
    `outra=${owner.token}`,
    `xfiel_staff=${owner.token}`,
  ]

  test.each(calledBy('staff_half', 'staff'))(
    '%s refuses a missing or wrong cookie, and a session of another company [D15 T1]',
    async (key) => {
      const wrong = cookies.map((cookie) => ({ ...asGuest(cafe), cookie }))
      const asBearer = { ...asGuest(cafe), authorization: `Bearer ${owner.token}` }
      const others = [asGuest(cafe), asBearer, asStaff(cafe, rita.token)]
      await expectRefused(key, [...wrong, ...others], 'unauthenticated')
    },
  )

  test.each(calledBy('staff_half', 'staff'))(
    '%s refuses a staff member who has left the company, with a session that was open [D15]',
    async (key) => {
      const gone = await staffOf(world, cafe)
      await database.query('update staff set left_at = now() where id = $1', [gone.id])
      await expectRefused(key, [gone.headers], 'unauthenticated')
    },
  )

  test.each(calledBy('staff_half', 'staff'))(
    '%s refuses the page of a person if another has signed in with the same browser [D15]',
    async (key) => {
      const others = { ...owner.headers, [staffHeader]: rita.id }
      await expectRefused(key, [others], 'unauthenticated')
    },
  )

  test.each(calledBy('staff'))(
    '%s refuses a session that has passed one factor only [D15]',
    async (key) => {
      await expectRefused(key, [half.headers], 'second_factor_required')
    },
  )
})

describe('a company that the operator has blocked', async () => {
  // The name is that of the shop in the calls of the counter.
  const blocked = await world.createCompany('bloqueada', { name: 'cafe' })
  const staff = await staffOf(world, blocked)
  await database.query('update company set blocked_at = now() where company_id = $1', [blocked.id])

  test.each(keys.filter(isStaffWrite))(
    '%s refuses staff of a blocked company, and changes nothing [D15 R1.3]',
    async (key) => {
      await expectRefused(key, [staff.headers], 'company_unavailable')
      expect((await call(key, staff.headers)).body).toMatchObject({ message: companyBlocked })
    },
  )

  test.each(calledBy('staff').filter((key) => key.startsWith('GET ')))(
    '%s answers staff of a blocked company [D15]',
    async (key) => {
      expect([200, 204, 404]).toContain((await call(key, staff.headers)).status)
    },
  )

  test('its staff may still protect their own account [D15]', async () => {
    const codes = await call('POST /admin/factor/recovery', staff.headers)
    expect(codes.status).toBe(200)
    expect((await call('DELETE /admin/session', staff.headers)).status).toBe(204)
  })

  test('staff of a company in maintenance may write, so that they can end it [D15]', async () => {
    const closed = await world.createCompany('em-obras', {})
    await database.query('update company set maintenance = true where company_id = $1', [closed.id])
    const editor = await editorOf(world, closed)
    expect((await editor.patch(replace('/program_name', 'Clube'))).status).toBe(200)
  })
})

describe('the role of a staff member', () => {
  const cases = calledBy('staff').flatMap((key) => {
    const { action } = entryOf(key)
    return staffRoles.map((role) => ({ key, role, may: !action || mayDo(role, action) }))
  })

  test.each(cases.filter(({ may }) => !may))(
    '$role may not call $key [D15]',
    async ({ key, role }) => {
      await expectRefused(key, [fresh[role].headers, stale[role].headers], 'forbidden')
    },
  )

  // A body that is not JSON is refused after the role is checked, so the call changes nothing.
  test.each(cases.filter(({ may }) => may))('$role may call $key [D15]', async ({ key, role }) => {
    const { headers } = fresh[role]
    const answer = key.startsWith('GET ')
      ? await call(key, headers)
      : await world.call(key, {
          ...validRequest(key, registration()),
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{',
        })
    expect([200, 204, 400, 404]).toContain(answer.status)
  })

  test.each(cases.filter(({ key, may }) => may && entryOf(key).fresh))(
    '$role needs a fresh second factor for $key [D15]',
    async ({ key, role }) => {
      await expectRefused(key, [stale[role].headers], 'fresh_factor_required')
    },
  )
})
