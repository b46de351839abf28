/** Walks into a demo company's portal, for scripts that take pictures. */

import type { Page } from '@playwright/test'

import { pathTo } from '#portal/path/paths.ts'

/** Time for images to load and fade in. */
export const quiet_ms = 600

/** Confirms the age gate (R6.2), if the company has one. `onGate` runs while it is open. */
export async function passGate(
  page: Page,
  origin: string,
  onGate: () => Promise<unknown>,
): Promise<void> {
  await page.goto(`${origin}${pathTo('login')}`)
  await page.waitForTimeout(quiet_ms)
  const yes = page.getByRole('button', { name: 'Sim', exact: true })
  if (!(await yes.isVisible())) return
  await onGate()
  await yes.click()
}

/** Signs in as the demo's customer. Returns false if there is no login, as for a blocked company. */
export async function signIn(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}${pathTo('login')}`)
  await page.waitForTimeout(quiet_ms)
  const identifier = page.getByLabel('Email, CPF/CNPJ ou celular')
  if (!(await identifier.isVisible())) return false
  await identifier.fill('marina@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('aurora2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  return (
    page
      .waitForURL((url) => url.pathname !== pathTo('login'), { timeout: 5_000 })
      .then(() => true)
      // The caller reports a page that has not left the login.
      .catch(() => false)
  )
}
