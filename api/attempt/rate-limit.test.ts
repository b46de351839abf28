/** The rate limit of each endpoint that accepts guesses or sends mails: sign-in, registration, mailed links (T7, T8). */

import { expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { validBody } from '#api/testing/worlds/valid-request.ts'
import { asCustomer, asGuest, errorOf, registration, type Sent } from '#api/testing/worlds/world.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

const world = await createProviderWorld()
const { cafe, call, database, mails } = world
const ana = await world.registered(cafe)
const guest = { headers: asGuest(cafe) }
const id_token = await world.provider.idToken(person(), now)
const account = { headers: asCustomer(cafe, id_token) }
const wrongToken = validBody('POST /customer/password-reset', ana)!
const rightToken = { ...wrongToken, token: await world.mailedToken(cafe, ana, 'PASSWORD') }

/** More attempts than any limit allows at once. */
const maxAttempts = 60

type Row = {
  key: EndpointKey
  /** A call that counts as an attempt. */
  attempt: () => Sent
  /** A call that would change data or queue a mail if it were not limited. */
  wanted: () => Sent
}

const table: Row[] = [
  {
    key: 'POST /customer/create-via-email',
    attempt: () => ({ ...guest, body: { ...registration(), email: ana.email } }),
    wanted: () => ({ ...guest, body: registration() }),
  },
  {
    key: 'POST /customer/create-via-firebase',
    attempt: () => ({ ...account, body: { document: ana.document } }),
    wanted: () => ({ ...account, body: {} }),
  },
  {
    key: 'POST /customer/login',
    attempt: () => ({ ...guest, body: { identifier: ana.email, password: 'errada' } }),
    wanted: () => ({ ...guest, body: { identifier: ana.email, password: ana.password } }),
  },
  {
    key: 'POST /customer/login-link',
    attempt: () => ({ ...guest, body: { email: ana.email } }),
    wanted: () => ({ ...guest, body: { email: ana.email } }),
  },
  {
    key: 'GET /customer/password-reset',
    attempt: () => ({ headers: { ...guest.headers, 'customer-document': ana.document } }),
    wanted: () => ({ headers: { ...guest.headers, 'customer-document': ana.document } }),
  },
  {
    key: 'POST /customer/password-reset',
    attempt: () => ({ ...guest, body: wrongToken }),
    wanted: () => ({ ...guest, body: rightToken }),
  },
]

test.each(table)(
  '$key answers too_many_requests after too many attempts, and then changes nothing [T7 T8]',
  async ({ key, attempt, wanted }) => {
    const address = `203.0.113.${table.findIndex((one) => one.key === key)}`
    let attempts = 0
    while ((await call(key, { ...attempt(), address })).status !== 429) {
      attempts += 1
      expect(attempts).toBeLessThan(maxAttempts)
    }
    expect(attempts).toBeGreaterThanOrEqual(5)
    const before = { rows: await fingerprint(database), mails: mails.length }
    const answer = await call(key, { ...wanted(), address })
    expect(errorOf(answer)).toEqual({ status: 429, type: 'too_many_requests' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect({ rows: await fingerprint(database), mails: mails.length }).toEqual(before)
  },
)

test('POST /customer/email-confirmation/resend mails 6 links, then answers too_many_requests [T7]', async () => {
  const { headers } = await world.registered(cafe)
  const resend = () => call('POST /customer/email-confirmation/resend', { headers })
  const sent = mails.length
  for (let mailed = 0; mailed < 6; mailed += 1) expect((await resend()).status).toBe(204)
  expect(errorOf(await resend())).toEqual({ status: 429, type: 'too_many_requests' })
  expect(mails).toHaveLength(sent + 6)
})
