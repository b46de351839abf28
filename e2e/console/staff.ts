/** People of a company's console for journeys (D15): invited by the command, joined by the API or in the browser. */

import { randomUUID } from 'node:crypto'

import { type BrowserContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { staffCookie, type StaffRole } from '#contract/console/staff.ts'

import { command } from '../command.ts'
import { api, at } from '../journey.ts'

/** Paths of the settings. */
export const settings = {
  staff: '/configuracoes/equipe',
  keys: '/configuracoes/chaves',
  webhooks: '/configuracoes/webhooks',
  audit: '/configuracoes/auditoria',
  heads: '/configuracoes/selos',
}

export const staffPassword = 'segredo do console'

/** A URL of a company's console. */
export function consoleAt(path: string, company = 'cafe'): string {
  return at(`admin.${company}`, path)
}

type Invited = { company?: string; name?: string }

/** Invites a new person by the command, and returns the link that it prints. */
async function invite(role: StaffRole, { company = 'cafe', name = 'Ana Prado' }: Invited) {
  const email = `${randomUUID()}@exemplo.com.br`
  const options = ['--role', role, '--name', name, '--print-link']
  return { email, link: await command('staff', 'invite', company, email, ...options) }
}

/** A new person with both factors and an open session, whose second factor is fresh. */
export async function newStaff(
  role: StaffRole,
  { company = 'cafe', name = 'Ana Prado' }: Invited = {},
) {
  const { email, link } = await invite(role, { company, name })
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

/** Invites a new person, who accepts in the browser, gives a first factor and stands on the start. */
export async function joinConsole(page: Page, role: StaffRole = 'owner') {
  const name = 'Ana Beatriz Moraes'
  const { email, link } = await invite(role, { name })
  // The command names the server's usual port.
  await page.goto(link.replace(/:\d+\//, `:${process.env['E2E_PORT']}/`))
  await page.getByLabel('Seu nome').fill(name)
  const recoveryCodes = await acceptInvitation(page)
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible()
  return { email, password: staffPassword, recoveryCodes }
}

/** Accepts the open invitation with a password and an authenticator. Returns the recovery codes that the page shows. */
export async function acceptInvitation(page: Page): Promise<string[]> {
  await page.getByLabel('Nova senha').fill(staffPassword)
  await page.getByRole('button', { name: 'Aceitar o convite' }).click()
  await page.getByRole('button', { name: 'Usar um aplicativo de códigos' }).click()
  const secret = await page.getByRole('main').locator('code').first().innerText()
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const codes = page.getByRole('listitem').locator('code')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await page.getByLabel('Guardei os códigos em um lugar seguro').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  return recoveryCodes
}

/** The code that an authenticator with this secret shows now. */
function codeOf(base32: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(base32.replaceAll(' ', '')) })
}

/** Gives a browser of Chromium a passkey of the device that says yes without a person. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
