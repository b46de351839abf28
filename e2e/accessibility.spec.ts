/** The promises of docs/accessibility.md that hold on every screen. Promises about one screen are in that screen's spec. */

import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { at, brokenRules, isWhole, openDrawer, signIn, test } from './journey.ts'
import { errorsIn, htmlErrors } from './valid-html.ts'

/** All paths of the built site map, so that a new screen is covered without a change here. */
async function paths(): Promise<string[]> {
  const preload: Record<string, unknown> = JSON.parse(await readFile('dist/preload.json', 'utf8'))
  // These paths only redirect, or act at once.
  const elsewhere = new Set(['/', '/fidelidade', '/loading', '/sair'])
  return Object.keys(preload).filter((path) => !path.includes(':') && !elsewhere.has(path))
}

/** A narrow phone, and a screen of 1280 px zoomed to 200 %. */
const widths = [320, 640]

/** The rules of axe that a colour scheme can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Opens the paths in turn and checks the screen of each. Half of the paths redirect; a guest is redirected to the login.
 * A run of `npm test` checks a screen only once, even if several paths lead to it.
 */
async function expectOfEveryScreen(page: Page, screens: string[]): Promise<void> {
  const checked = new Set<string>()
  for (const path of screens) {
    await page.goto(at('cafe', path))
    await expect(page.getByRole('heading', { level: 1 }), path).toBeFocused()
    const { pathname } = new URL(page.url())
    if (isWhole || !checked.has(pathname)) await expectOfScreen(page, path)
    checked.add(pathname)
  }
}

async function expectOfScreen(page: Page, path: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  await expect(title, path).toHaveCount(1)
  await expect(page, path).toHaveTitle(/^.+ · Clube Aurora$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    const overflow_px = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(overflow_px, `${path} at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  // With reduced motion no animation lasts longer than 10 ms.
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect!.getComputedTiming().duration) > 10)
        .map((one) => (one as CSSAnimation).animationName),
    )
  await expect.poll(moving, path).toEqual([])
  expect(await page.evaluate(smallTargets), path).toEqual([])
  expect(await brokenRules(page, ['target-size']), path).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await brokenRules(page, colourRules), path).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await htmlErrors(page), path).toEqual([])
  await expectLargeText(page, path)
}

/** With text of 200 % on a phone no text is cut off and no word is broken, also inside folded elements. */
async function expectLargeText(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '200%')
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  await expect.poll(() => page.evaluate(cutText), `${path} with text of 200 %`).toEqual([])
}

/**
 * Runs in the browser. Returns the overflow of the page, the words beyond its edge or broken over two lines, and the elements
 * that clip their text. A word may break at a hyphen or after 16 letters, such as an address of email.
 */
function cutText(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const cut = scrollWidth > clientWidth ? [`page of ${scrollWidth} px`] : []
  const isSeen = (element: Element) => element.checkVisibility() && element.clientWidth !== 1
  for (const element of document.body.querySelectorAll<HTMLElement>('*:not(input, svg *)')) {
    const { overflowX } = getComputedStyle(element)
    const clips = overflowX === 'hidden' || overflowX === 'clip'
    if (clips && isSeen(element) && element.scrollWidth > element.clientWidth + 1) {
      cut.push(`clipped: ${element.textContent}`)
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const scrolls = text.parentElement!.closest('[class*=tabs], [class*=prizes]') !== null
    if (!isSeen(text.parentElement!) || scrolls) continue
    for (const { index, 0: word } of text.textContent!.matchAll(/[^\s/·-]+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const { right, height } = range.getBoundingClientRect()
      const line_px = Math.max(...[...range.getClientRects()].map((line) => line.height))
      if (right > clientWidth + 1) cut.push(`beyond the edge: ${word}`)
      if (height > 1.5 * line_px && word.length <= 16) cut.push(`broken: ${word}`)
    }
  }
  return cut
}

/**
 * Runs in the browser. Returns the links, buttons and fields whose touch target, including label or card, is less than 44 px
 * wide or high. A link within a sentence may be as high as its line.
 */
function smallTargets(): string[] {
  const min_px = 43.5
  const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isShown = width > 1 && height > 1 && target.checkVisibility()
    const isInSentence =
      getComputedStyle(target).display === 'inline' &&
      (target.parentElement?.textContent?.trim().length ?? 0) > target.textContent.trim().length
    if (!isShown || isInSentence) return []
    // A label is pressed like its box, and a link may cover the card around it.
    const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined
    const labelled = label?.getBoundingClientRect()
    const covers = getComputedStyle(target, '::after').position === 'absolute'
    const isLarge =
      Math.max(height, labelled?.height ?? 0) >= min_px && width + (labelled?.width ?? 0) >= min_px
    if (isLarge || covers) return []
    return [`${Math.round(width)}×${Math.round(height)} ${target.outerHTML.slice(0, 120)}`]
  })
}

test('the HTML check of the e2e tests reports HTML that the W3C validator rejects', async () => {
  const inBody = (body: string) =>
    `<!DOCTYPE html><html lang="pt-BR"><head><title>Fiel</title></head><body>${body}</body></html>`
  const rulesBrokenBy = async (body: string) =>
    (await errorsIn(inBody(body))).map((error) => error.split(':')[0])
  expect(await rulesBrokenBy('<input type="checkbox" aria-label="x">')).toEqual([])
  expect(
    await rulesBrokenBy('<input type="checkbox" role="switch" aria-checked="true" aria-label="x">'),
  ).toEqual(['attribute-misuse'])
  expect(await rulesBrokenBy('<input type="tel" autocomplete="tel-national">')).toEqual([
    'valid-autocomplete',
  ])
  expect(await rulesBrokenBy('<p id="a"></p><p id="a"></p>')).toEqual(['no-dup-id'])
  expect(await rulesBrokenBy('<ul><div></div></ul>')).toEqual(['element-permitted-content'])
})

// WCAG 1.4.4, 1.4.10, 2.3.3, 2.4.2, 2.4.3, 2.5.8.
test('all screens of a guest have a title, focus, no overflow, no motion and large targets [R2.1 R2.2]', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectOfEveryScreen(page, await paths())
})

// WCAG 1.4.4, 1.4.10, 2.3.3, 2.4.2, 2.4.3, 2.5.8.
test('all screens of a customer have a title, focus, no overflow, no motion and large targets [R2.4 R2.5]', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, 'marina@exemplo.com.br', 'aurora2026')
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeFocused()
  await page.goto(at('cafe', '/store'))
  const prize = await page.locator('main a[href^="/store/"]').first().getAttribute('href')
  await expectOfEveryScreen(page, [...(await paths()), prize!])
})

// WCAG 2.1.1, 2.4.1, 2.4.3, 4.1.3.
test('by keyboard alone a customer skips the navigation, reaches each screen and uses dialogs [R2.9]', async ({
  page,
}) => {
  test.slow()
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, 'marina@exemplo.com.br', 'aurora2026')
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeFocused()

  // The first link of a page skips the navigation.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeFocused()
  await page.getByRole('link', { name: 'Pular para o conteúdo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)

  const account = page.getByRole('button', { name: 'Sua conta' })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sair' }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()

  const drawer = await openDrawer(page)
  const [here, ...others] = await drawer.getByRole('link').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Mais', exact: true })).toBeFocused()
  for (const screen of [...others.filter((name) => name !== 'Sair'), here!]) {
    await page.getByRole('button', { name: 'Mais', exact: true }).focus()
    await page.keyboard.press('Enter')
    await drawer.getByRole('link', { name: screen, exact: true }).focus()
    await page.keyboard.press('Enter')
    // The focus is on the title, so that a screen reader announces it.
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeFocused()
  }

  await page.goto(at('cafe', '/store'))
  const opener = page.getByRole('button', { name: 'Filtrar e ordenar' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filtrar e ordenar' })
  await expect(dialog).toBeVisible()
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    // The focus stays in the dialog or on the browser's own controls.
    const place = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement === document.body || activeElement!.closest('dialog') !== null
    })
    expect(place).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})
