import { type Browser, expect, type Page } from '@playwright/test'

import { at, register, test } from './journey.ts'

/** Runs `look` on a page with scripts disabled, as the page looks before its scripts run. */
async function withoutScript(
  browser: Browser,
  page: Page,
  look: (unscripted: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
  })
  await look(await context.newPage())
  await context.close()
}

/** Counts the elements that wait in a template. Runs in the browser. */
function inTemplate(template: Element, selector: string): number {
  return (template as HTMLTemplateElement).content.querySelectorAll(selector).length
}

const logo = (page: Page) => page.locator('header img').first()

test('before any script the page shows logo, name, text and colours in place [R1.6]', async ({
  page,
  browser,
}) => {
  await page.goto(at('cafe', '/entrar'))
  await expect(page.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
  const words = 'Cada café conta'
  await withoutScript(browser, page, async (unscripted) => {
    await unscripted.goto(at('cafe', '/entrar'))
    await expect(unscripted).toHaveTitle('Clube Aurora')
    await expect(unscripted.getByRole('heading', { name: 'Que bom ver você' })).toBeVisible()
    await expect(unscripted.locator('.first-noscript')).toBeVisible()
    // Before any script runs, the page loads only what it shows. The tags of the scripts wait in a template, and an inline
    // script adds them later.
    const scripts = 'script[src], link[rel=modulepreload]'
    await expect(unscripted.locator(scripts)).toHaveCount(0)
    const later = unscripted.locator('template')
    expect(await later.evaluate(inTemplate, scripts)).toBeGreaterThan(1)
    await expect(unscripted.locator('body')).toHaveCSS('background-color', 'rgb(253, 248, 243)')
    // The position is the same before and after the script.
    expect(await logo(unscripted).boundingBox()).toEqual(await logo(page).boundingBox())
    const place = await page.getByText(words).boundingBox()
    const painted = await unscripted.getByText(words).boundingBox()
    expect(painted).toMatchObject({ x: place!.x, y: place!.y, width: place!.width })
    const form = (of: Page) => of.getByRole('button', { name: 'Entrar' }).boundingBox()
    expect(await form(unscripted)).toEqual(await form(page))
    // The image itself has loaded, not only its box.
    expect((await logo(unscripted).boundingBox())!.width).toBeGreaterThan(50)
  })
})

test('before any script a signed-in customer sees the screen in place [R1.6]', async ({
  page,
  browser,
}) => {
  await register(page)
  await withoutScript(browser, page, async (unscripted) => {
    await unscripted.goto(at('cafe', '/fidelidade/resumo'))
    await expect(unscripted.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
    const card = (of: Page) => of.getByRole('region', { name: 'Seu saldo' }).boundingBox()
    expect(await card(unscripted)).toEqual(await card(page))
    // The width is not compared: it depends on the balance, which loads later.
    const { x, y, height } = (await logo(page).boundingBox())!
    expect(await logo(unscripted).boundingBox()).toMatchObject({ x, y, height })
  })
})

test('the browser accepts the web app manifest without errors [R1.6]', async ({
  page,
  context,
}) => {
  await page.goto(at('cafe', '/entrar'))
  const browser = await context.newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data!)).toMatchObject({ name: 'Clube Aurora', display: 'standalone' })
})

test('the page’s policy blocks injected scripts, markup and images, and journeys detect each [T14]', async ({
  page,
  forbidden,
}) => {
  await page.goto(at('cafe', '/entrar'))
  await page.evaluate(() => {
    const script = document.createElement('script')
    // Trusted Types reject the string before it becomes a URL.
    try {
      script.src = 'https://example.com/x.js'
    } catch {
      document.body.dataset['refused'] = 'src'
    }
    try {
      document.body.innerHTML = '<img src=x onerror="document.title = 1">'
    } catch {
      document.body.dataset['refused'] += ' markup'
    }
    document.body.append(Object.assign(new Image(), { src: 'https://example.com/x.png' }))
  })
  expect(await page.evaluate(() => document.body.dataset['refused'])).toBe('src markup')
  await expect.poll(() => forbidden.length).toBe(3)
  expect(forbidden.join()).toMatch(/require-trusted-types-for[\s\S]*img-src https:\/\/example.com/)
  await expect(page).toHaveTitle('Entrar · Clube Aurora')
  forbidden.length = 0
})

test('the page contains the first screen’s data, so that no call reads it [R2.13]', async ({
  page,
}) => {
  await register(page)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(prize|customer\/dashboard)$/.test(pathname)) requests.push(pathname + search)
  })
  // R2.6: a trailing slash is the same path.
  await page.goto(at('cafe', '/store/?order=name'))
  await expect(page).toHaveURL(at('cafe', '/store?order=name'))
  await expect(page.getByRole('link', { name: 'Porção de pão de queijo' })).toBeVisible()
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Seu nível' })).toBeVisible()
  await expect(page.locator('#first-answers')).toHaveCount(0)
  expect(requests).toEqual([])
})

const loginScript = '**/assets/LoginScreen-*.js'

/** Holds the files of this pattern back. Returns the function that lets them through. */
async function holdScripts(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what a person types before the scripts arrive is kept, and typing continues in the field [R1.6]', async ({
  page,
}) => {
  const release = await holdScripts(page, loginScript)
  await page.goto(at('cafe', '/entrar'), { waitUntil: 'domcontentloaded' })
  const password = page.getByLabel('Senha', { exact: true })
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill('marina@exemplo.com.br')
  await password.fill('aurora')
  const painted = await password.elementHandle()
  release()
  await expect.poll(() => painted.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(password).toBeFocused()
  await page.keyboard.type('2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible()
})

test('a link that is focused before the scripts arrive keeps the focus [R1.6]', async ({
  page,
}) => {
  const release = await holdScripts(page, loginScript)
  await page.goto(at('cafe', '/entrar'), { waitUntil: 'domcontentloaded' })
  const link = page.getByRole('link', { name: 'Esqueci minha senha' })
  await link.focus()
  const painted = await link.elementHandle()
  release()
  await expect.poll(() => painted.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(link).toBeFocused()
})

test('a press before any script has arrived takes effect once they have [R1.6]', async ({
  page,
}) => {
  const release = await holdScripts(page, '**/assets/*.js')
  await page.goto(at('cafe', '/entrar'), { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill('marina@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('aurora2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  release()
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible()
})

test('a press that begins on the paint and ends after the scripts arrive takes effect [R1.6]', async ({
  page,
}) => {
  const release = await holdScripts(page, loginScript)
  await page.goto(at('cafe', '/entrar'), { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Mostrar senha' }).hover()
  await page.mouse.down()
  const arrived = page.waitForResponse(loginScript)
  release()
  await (await arrived).finished()
  // Without the wait for the pointer the portal replaces the paint within these frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Esconder senha' })).toBeVisible()
})
