/** Calls of the console that wait while their caller's access ends (D15). */

import { afterEach, describe, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { type Editor, editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import {
  type Answer,
  createWorld,
  errorOf,
  registration,
  type Sent,
} from '#api/testing/worlds/world.ts'
import { mayDo, staffRoles } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints, isStaffWrite } from '#contract/endpoints/endpoints.ts'
import type { PublishRequest } from '#contract/programme/draft.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
/** A node has few connections for writes of staff, so a second call that waits is made to another one. */
const other = await world.anotherNode()
const company = await world.createCompany('voo', { approvals: { publish: true } })

/** Writes for which a role is needed. */
const keys = (Object.keys(endpoints) as EndpointKey[]).filter(isStaffWrite)

/** How access ends: by a removal, by a change of role, with the session alone, and by a block of the company. */
const endings = {
  removal: {
    code: 'unauthenticated',
    end: (connection: Database, id: string) =>
      rows(connection, sql`update staff set left_at = now() where id = ${id}`),
  },
  demotion: {
    code: 'forbidden',
    end: (connection: Database, id: string, key: EndpointKey) =>
      rows(connection, sql`update staff set role = ${lowerRole(key)} where id = ${id}`),
  },
  'new password': {
    code: 'unauthenticated',
    end: (connection: Database, id: string) =>
      rows(connection, sql`delete from staff_session where staff_id = ${id}`),
  },
  block: {
    code: 'company_unavailable',
    end: (connection: Database) =>
      rows(connection, sql`update company set blocked_at = now() where company_id = ${company.id}`),
  },
} as const

function lowerRole(key: EndpointKey) {
  const { action }: Endpoint = endpoints[key]
  return staffRoles.find((role) => !mayDo(role, action!))!
}

/** The request of a person, which would succeed or find nothing. */
async function requestOf(key: EndpointKey, editor: Editor): Promise<Sent> {
  if (key === 'POST /admin/programme/publish') {
    await editor.patch(replace('/program_name', 'Clube'))
    return { body: { revision: (await editor.draft())!.revision, publish_at: null } }
  }
  if (key === 'POST /admin/programme/request/{id}/approve') {
    const asker = await editorOf(world, company, { name: 'Rui' })
    await asker.patch(replace('/program_name', 'Clube'))
    return { params: { id: ((await asker.publish()).body as PublishRequest).id } }
  }
  if (key === 'POST /admin/programme/draft/picture') {
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    return { body: { name: 'a.svg', content } }
  }
  if (key === 'POST /admin/staff/{id}/invitation') {
    const email = `${editor.id}@voo.example`
    const invited = await call('POST /admin/staff', {
      headers: editor.headers,
      body: { email, name: 'Eva', role: 'analyst' },
    })
    return { params: { id: (invited.body as { id: string }).id } }
  }
  return validRequest(key, registration())
}

const cases = keys.flatMap((key) =>
  (Object.keys(endings) as (keyof typeof endings)[]).map((ending) => ({ key, ending })),
)

describe('a call that waits', () => {
  afterEach(() =>
    rows(database, sql`update company set blocked_at = null where company_id = ${company.id}`),
  )

  test.each(cases)(
    '$key, waiting for its caller’s row, is refused after a $ending [D15]',
    async ({ key, ending }) => {
      const { code, end } = endings[ending]
      const editor = await editorOf(world, company)
      const sent = await requestOf(key, editor)
      let answer: Promise<Answer> | undefined
      let before: unknown
      await transaction(database, async (connection) => {
        await rows(
          connection,
          sql`select from staff where company_id = ${company.id} and id = ${editor.id} for no key update`,
        )
        answer = call(key, { ...sent, headers: editor.headers })
        await Promise.race([somebodyWaits(database), answer])
        await end(connection, editor.id, key)
        before = await fingerprint(connection)
      })
      expect(errorOf(await answer!)).toMatchObject({ type: code })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test('an owner who was removed meanwhile does not demote the owner who removed them [D15]', async () => {
    const cafe = await world.createCompany('donas', {})
    const [ana, bia] = [await staffOf(world, cafe), await staffOf(world, cafe)]
    await staffOf(world, cafe)
    let answers: Promise<Answer>[] = []
    await transaction(database, async (connection) => {
      await rows(connection, sql`select from staff where company_id = ${cafe.id} for no key update`)
      const removal = call('DELETE /admin/staff/{id}', { ...ana, params: { id: bia.id } })
      await somebodyWaits(database, 1)
      const params = { id: ana.id }
      const body = { name: 'Ana', role: 'cashier' }
      answers = [removal, other('PUT /admin/staff/{id}', { ...bia, params, body })]
      await somebodyWaits(database, 2)
    })
    const [removed, demoted] = await Promise.all(answers)
    expect(removed!.status).toBe(204)
    expect(errorOf(demoted!)).toMatchObject({ type: 'unauthenticated' })
  })

  test('acts of one staff member do not wait for each other [D15]', async () => {
    const editor = await editorOf(world, company)
    await transaction(database, async (connection) => {
      await rows(
        connection,
        sql`select from staff where company_id = ${company.id} and id = ${editor.id} for share`,
      )
      expect((await editor.patch(replace('/program_name', 'Clube'))).status).toBe(200)
    })
  })
})
