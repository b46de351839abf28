/** Shared steps of the console's journeys: a person of the café, invited by the command and signed in. */

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { command } from '../journey.ts'

/** A URL of the café's console. */
export function atConsole(path: string = '/'): string {
  return `http://admin.cafe.localhost:${process.env['E2E_PORT']}${path}`
}

export type StaffPerson = { email: string; password: string; recoveryCodes: string[] }

/** Invites a new person, accepts in the browser, gives a first factor and stands on the start. */
export async function joinConsole(page: Page, role = 'owner'): Promise<StaffPerson> {
  const email = `${randomUUID()}@cafe.example`
  const password = 'um café coado bem forte'
  const printed = command('staff', 'invite', 'cafe', email, '--role', role, '--print-link')
  // The command names the server's usual port.
  await page.goto(printed.replace(/:\d+\//, `:${process.env['E2E_PORT']}/`))
  await page.getByLabel('Seu nome').fill('Ana Beatriz Moraes')
  await page.getByLabel('Nova senha').fill(password)
  await page.getByRole('button', { name: 'Aceitar o convite' }).click()
  await page.getByRole('button', { name: 'Usar um aplicativo de códigos' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const codes = page.getByRole('listitem').locator('code')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await page.getByLabel('Guardei os códigos').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible()
  return { email, password, recoveryCodes }
}

/** What the authenticator shows now. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
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
