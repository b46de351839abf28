import { expect, type Page } from '@playwright/test'

import { applyCopy, at, fillRegistration, newPerson, openDrawer, test } from './journey.ts'

/** A fake of Google's script: it loads a second script by a URL string. Returns the query strings of its requests. */
async function standInForTagManager(page: Page): Promise<string[]> {
  const requests: string[] = []
  await page.route('https://www.googletagmanager.com/**', (route) => {
    requests.push(new URL(route.request().url()).search)
    const body = `
      document.documentElement.dataset.measured = 'yes'
      if (document.currentScript.src.includes('gtm.js')) {
        const more = document.createElement('script')
        more.src = 'https://www.googletagmanager.com/gtag/js?id=G-1'
        document.head.append(more)
      }`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  return requests
}

/** Matches if Google's script has run in the current document. */
const measured = (page: Page) => page.locator('html[data-measured=yes]')

async function withAnalytics(slug: string, lines: string[]): Promise<string> {
  const settings = ['settings:', 'analytics: { gtm_id: GTM-ABC1234 }', ...lines].join('\n  ')
  await applyCopy(slug, (yaml) => yaml.replace('settings:', settings))
  return slug
}

test('tags load after the cookie consent on measured screens, and are gone on others [R1.12 R6.1 T14]', async ({
  page,
}, { project }) => {
  const slug = await withAnalytics(`etiqueta-${project.name}`, [
    'customFields: { Cookie: { should_show: true, active: true } }',
  ])
  const requests = await standInForTagManager(page)
  await page.goto(at(slug, '/cadastrar-email'))
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const hello = page.getByRole('heading', { name: 'Olá, Beatriz' })
  await expect(hello).toBeVisible()
  await page.reload()
  await expect(hello).toBeVisible()
  // Consent has not been given yet.
  expect(requests).toEqual([])
  const agree = page.getByRole('button', { name: 'Concordo' })
  await agree.click()
  // The footer closes when the server has recorded the agreement. Before that the next screen still counts as not agreed.
  await expect(agree).toBeHidden()

  await (await openDrawer(page)).getByRole('link', { name: 'Histórico' }).click()
  await expect(page.getByRole('heading', { name: 'Histórico', level: 1 })).toBeVisible()
  await expect.poll(() => requests).toEqual(['?id=GTM-ABC1234', '?id=G-1'])
  await expect(measured(page)).toHaveCount(1)

  for (const [link, heading] of [
    ['Meu cadastro', 'Meu cadastro'],
    ['Resumo', 'Olá, Beatriz'],
    ['Prêmios', 'Prêmios'],
  ] as const) {
    await (await openDrawer(page)).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(measured(page)).toHaveCount(link === 'Meu cadastro' ? 0 : 1)
  }
  await page.locator('main a[href^="/store/"]').first().click()
  await expect(page.getByRole('button', { name: /Trocar/ })).toBeVisible()
  await expect(measured(page)).toHaveCount(0)
  await page.goBack()
  await expect(measured(page)).toHaveCount(1)
  await (await openDrawer(page)).getByRole('link', { name: 'Sair' }).click()
  await expect(page).toHaveURL(at(slug, '/entrar?logout=true'))
  await expect(measured(page)).toHaveCount(0)
})

test('a company without cookie consent is measured after the registration, not during it [R1.12]', async ({
  page,
}, { project }) => {
  const slug = await withAnalytics(`rotulo-${project.name}`, [])
  const requests = await standInForTagManager(page)
  await page.goto(at(slug, '/cadastrar-email'))
  await fillRegistration(page, newPerson())
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect.poll(() => requests.length).toBe(2)
})
