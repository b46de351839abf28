/** The portal on a static file host, with the API on another origin for every call and image. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { blockOf, startScript, withoutNpm } from '../docs/blocks.ts'
import { hostFiles } from './file-host.ts'
import { openDrawer, signIn, test } from './journey.ts'

const apiOrigin = `http://localhost:${process.env['E2E_PORT']}`
let folder: string
let host: Awaited<ReturnType<typeof hostFiles>>

test.beforeAll(async () => {
  // Each worker builds the portal: 4 s of CPU, and 40 s on a machine that is busy with others.
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'fiel-files-'))
  const build = blockOf('docs/operating-guide.md: VITE_API_URL=https://api.example.com', [
    ['https://api.example.com', apiOrigin],
    ['public', folder],
  ])
  await startScript(withoutNpm + build).ended()
  host = await hostFiles(folder, apiOrigin)
})
test.afterAll(async () => {
  await host.stop()
  await rm(folder, { recursive: true })
})

const at = (path: string) => `http://cafe.localhost:${host.port}${path}`

/** Every image on the screen has loaded from the API's origin. */
async function expectPictures(page: Page): Promise<void> {
  const pictures = page.locator('main img, header img').filter({ visible: true })
  await expect(pictures.first()).toBeVisible()
  for (const picture of await pictures.all()) {
    await picture.evaluate((image) => image.scrollIntoView())
    expect(await picture.getAttribute('src')).toContain(`${apiOrigin}/images/`)
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
}

test('a portal on a file host serves a whole visit, login to logout [R1.1 R1.4 R1.5 R1.6 R2.1 R3.2]', async ({
  page,
}) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  const companyCalls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(company|level)/.test(pathname) && request.method() === 'GET') {
      companyCalls.push(pathname.replaceAll(/[0-9a-f-]{36}/g, 'ID'))
    }
  })
  // R1.4: after the company has loaded, the portal continues to the requested screen, here by way of the login.
  const visitedUrls: string[] = []
  page.on('framenavigated', () => visitedUrls.push(page.url()))
  await page.goto(at('/store'))
  await expect(page).toHaveURL(at('/entrar?redirect=%2Fstore&authNeeded=true'))
  expect(visitedUrls).toContain(at('/loading?redirect=%2Fstore'))
  expect(companyCalls.toSorted()).toEqual([
    '/api/company/ID',
    '/api/company/ID/settings',
    '/api/company/get-company-by-domain/cafe.localhost',
    '/api/level',
  ])
  await expect(page).toHaveTitle('Entrar · Clube Aurora')
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCSS(
    'background-color',
    'rgb(164, 73, 43)',
  )
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^http:\/\/localhost.*\.svg/)
  await expectPictures(page)

  await signIn(page, 'marina@exemplo.com.br', 'aurora2026')
  await expect(page).toHaveURL(at('/store'))
  await expect(page.getByRole('heading', { name: 'Prêmios' })).toBeVisible()
  await expectPictures(page)

  // The path of a screen is no file, so the host answers with index.html. The portal then loads the customer.
  const customer = page.waitForResponse((answer) => answer.url() === `${apiOrigin}/api/customer`)
  await page.goto(at('/fidelidade/resumo'))
  expect((await customer).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible()
  await expectPictures(page)

  const drawer = await openDrawer(page)
  await drawer.getByRole('link', { name: 'Sair' }).click()
  await expect(page).toHaveURL(at('/entrar?logout=true'))
  expect(await page.context().cookies()).toEqual([])
  // The console shows no policy violation, nothing blocked and no missing file.
  expect(consoleErrors).toEqual([])
})

test('on a file host an unknown host name and an unreachable API show an error [R1.2 R1.3 R13.1]', async ({
  page,
}) => {
  await page.goto(`http://ninguem.localhost:${host.port}/`)
  await expect(
    page.getByRole('heading', { name: 'Não encontramos nenhum dado da empresa' }),
  ).toBeVisible()

  await page.route(`${apiOrigin}/**`, (route) => route.abort())
  await page.goto(at('/entrar'))
  await expect(
    page.getByRole('heading', { name: 'Não conseguimos carregar o programa' }),
  ).toBeVisible()
  await page.unroute(`${apiOrigin}/**`)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
})
