/** People of a company's console for journeys (D15): invited by the command, joined by the API, signed in in a browser. */

import { randomUUID } from 'node:crypto'

import { type BrowserContext, expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { staffCookie, type StaffRole } from '#contract/console/staff.ts'

import { api, at, command } from '../journey.ts'

export const staffPassword = 'segredo do console'

/** A URL of a company's console. */
export function consoleAt(path: string, company = 'cafe'): string {
  return at(`admin.${company}`, path)
}

/** The code that an authenticator with this secret shows now. */
export function codeOf(base32: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(base32.replaceAll(' ', '')) })
}

/** A new person with both factors and an open session, whose second factor is fresh. */
export async function newStaff(role: StaffRole, { company = 'cafe', name = 'Ana Prado' } = {}) {
  const email = `${randomUUID()}@exemplo.com.br`
  const link = command(
    'staff',
    'invite',
    company,
    email,
    '--role',
    role,
    '--name',
    name,
    '--print-link',
  )
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  const domain = await fetch(api(`/company/get-company-by-domain/${company}.localhost`))
  const [{ company_id }] = (await domain.json()) as [{ company_id: string }]

  let session = ''
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(api(`/admin${path}`), {
      method,
      headers: {
        'company-id': company_id,
        cookie: `${staffCookie}=${session}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    const cookie = new RegExp(`${staffCookie}=([^;]+)`).exec(
      response.headers.get('set-cookie') ?? '',
    )
    if (cookie) session = cookie[1]!
    return text === '' ? undefined : JSON.parse(text)
  }

  await call('POST', '/invitation/accept', { token, name, password: staffPassword })
  const { secret } = (await call('POST', '/factor/totp')) as { secret: string }
  await call('POST', '/factor/totp/confirm', { code: codeOf(secret) })
  const { staff } = (await call('GET', '/me')) as { staff: { id: string } }
  return {
    id: staff.id,
    email,
    name,
    secret,
    call,
    /** Gives the session to a browser. */
    signIn: (context: BrowserContext) =>
      context.addCookies([
        {
          name: staffCookie,
          value: session,
          url: consoleAt('/', company),
          httpOnly: true,
          sameSite: 'Strict',
        },
      ]),
  }
}
