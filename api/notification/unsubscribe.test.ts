import { describe, expect, test } from 'vitest'

import { oneSecret } from '#api/secret/server-secret.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import type { NoticePreferences } from '#contract/notification.ts'
import { unsubscribePath } from '#contract/notification.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts'

const world = await createWorld()
const { cafe, posto, app, secret } = world

type Person = { id: string; headers: Record<string, string> }

function tokenOf({ id }: Person): string {
  return unsubscribeToken(secret, {
    company_id: cafe.id,
    customer_id: id,
    kind: 'level_changed',
  })
}

const at = (token: string) => `${unsubscribePath}?token=${encodeURIComponent(token)}`

async function isOn({ headers }: Person): Promise<boolean> {
  const { body } = await world.call('GET /notification/preferences', { headers })
  return (body as NoticePreferences).kinds.find(({ kind }) => kind === 'level_changed')!.mail
}

describe('the unsubscribe link of a mail', () => {
  test('an unsubscribe link only shows a page with a button, because mail programs open links [D21]', async () => {
    const customer = await world.registered(cafe)
    const answer = await app.inject({ url: at(tokenOf(customer)) })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.body).toContain('<button>Parar de receber</button>')
    expect(answer.body).toContain('Mudança de nível')
    expect(await isOn(customer)).toBe(true)
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x--'],
    [undefined, undefined],
  ])(
    'an unsubscribe link ends the mails of its kind by a POST of %s, without a sign-in [D21]',
    async (type, payload) => {
      const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
      const post = () =>
        app.inject({
          method: 'POST',
          url: at(tokenOf(customer)),
          ...(type !== undefined && { headers: { 'content-type': type }, payload }),
        })
      expect((await post()).statusCode).toBe(200)
      const again = await post()
      expect(again.statusCode).toBe(200)
      expect(again.body).toContain('Pronto, você não recebe mais este email')
      expect(await isOn(customer)).toBe(false)
      expect(await isOn(other)).toBe(true)
    },
  )

  test('a forged or cut unsubscribe link, or another customer’s, is refused and changes nothing [D21]', async () => {
    const customer = await world.registered(cafe)
    const token = tokenOf(customer)
    const parts = token.split('.')
    const forged = [
      '',
      'x',
      parts.slice(0, 3).join('.'),
      token.slice(0, -1),
      [posto.id, ...parts.slice(1)].join('.'),
      [parts[0], parts[0], ...parts.slice(2)].join('.'),
      token.replace('level_changed', 'points_expiring'),
      unsubscribeToken(oneSecret(Buffer.alloc(32)), {
        company_id: cafe.id,
        customer_id: customer.id,
        kind: 'level_changed',
      }),
    ]
    for (const one of forged) {
      expect(readUnsubscribeToken(secret, one)).toBe(null)
      const answer = await app.inject({ method: 'POST', url: at(one) })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('Este link não vale')
    }
    expect(await isOn(customer)).toBe(true)
  })

  test('an unsubscribe link changes nothing for an erased customer', async () => {
    const customer = await world.registered(cafe)
    const { headers, id } = customer
    const { body } = await world.call('GET /customer/erasure', { headers })
    const { forfeits } = body as ErasurePreview
    await world.call('DELETE /customer', {
      headers,
      body: { forfeits, current_password: customer.password },
    })
    const answer = await app.inject({ method: 'POST', url: at(tokenOf(customer)) })
    expect(answer.statusCode).toBe(200)
    const choices = await rows(
      world.database,
      sql`select kind from notice_preference where customer_id = ${id}`,
    )
    expect(choices).toEqual([])
  })
})
