import { expect, test } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { rows, sql, transaction } from '#database/sql.ts'

import { generateToken } from './generate-token.ts'

const world = await createProviderWorld()
const { cafe, call, customerVia, database, read } = world

/** A customer of the identity provider, and the session of its first ID token. */
async function signedIn() {
  const { headers, id, token } = await customerVia(person({ auth_time: now.getTime() / 1000 }))
  await call('GET /customer', { headers })
  return { id, headers, caller: { company_id: cafe.id, token_hash: secretHash(token), now } }
}

test('generate-token leaves no session if the member code’s key cannot be derived [D10 D14]', async () => {
  const { id, caller } = await signedIn()
  const sessions = () =>
    rows(
      database,
      sql`select session.id, sign_in.session_ref
            from session
            join provider_sign_in sign_in
              on sign_in.company_id = session.company_id
             and sign_in.id = session.provider_sign_in_id
           where session.company_id = ${cafe.id} and session.customer_id = ${id}`,
    )
  const before = await sessions()
  const secret = {
    others: [],
    removedKeys: {},
    get first(): never {
      throw new Error('no secret')
    },
  } satisfies ServerSecret
  await expect(generateToken({ database, secret }, caller)).rejects.toThrow('no secret')
  expect(await sessions()).toEqual(before)
  expect(before).toMatchObject([{ session_ref: null }])
})

test('a logout waits for a token that is being generated, and ends that token too [T12 R3.5]', async () => {
  const { headers, caller } = await signedIn()
  // Writes the sign-in's ref. Without one, generateToken would write it, and a logout would wait for that update.
  await call('GET /customer/member-code', { headers })
  let logout: ReturnType<typeof call> | undefined
  const { token } = await transaction(database, async (connection) => {
    const on = { database: connection as unknown as typeof database, secret: world.secret }
    const generated = await generateToken(on, caller)
    logout = call('DELETE /customer/session', { headers })
    await somebodyWaits(database)
    return generated
  })
  expect((await logout!).status).toBe(204)
  expect((await read(token)).status).toBe(401)
})
