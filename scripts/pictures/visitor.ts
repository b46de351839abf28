/** Walks into a demo company's portal, for scripts that take pictures. */

import type { Page } from '@playwright/test'

import { customer } from '#demo/companies/customer.ts'
import { pathTo } from '#portal/path/paths.ts'

import type { Credentials } from './people.ts'
import { untilQuiet } from './quiet.ts'

/** Confirms the age gate (R6.2), if the company has one. `onGate` runs while it is open. */
export async function passGate(
  page: Page,
  origin: string,
  onGate: () => Promise<unknown>,
): Promise<void> {
  await page.goto(`${origin}${pathTo('login')}`)
  await untilQuiet(page)
  const yes = page.getByRole('button', { name: 'Sim', exact: true })
  if (!(await yes.isVisible())) return
  await onGate()
  await yes.click()
}

/** Signs in, as the demo's customer unless told otherwise. Returns false if there is no login, as for a blocked company. */
export async function signIn(
  page: Page,
  origin: string,
  { email, password }: Credentials = customer,
): Promise<boolean> {
  if (!(await showsLogin(page, origin))) return false
  await identifier(page).fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  return (
    page
      .waitForURL((url) => url.pathname !== pathTo('login'), { timeout: 30_000 })
      .then(() => true)
      // The caller reports a page that has not left the login.
      .catch(() => false)
  )
}

/** Opens the login. Returns false if the company shows none. */
export async function showsLogin(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}${pathTo('login')}`)
  await untilQuiet(page)
  return identifier(page).isVisible()
}

const identifier = (page: Page) => page.getByLabel('Email, CPF/CNPJ ou celular')
