/** One picture of a place. */

import { join } from 'node:path'

import type { Page } from '@playwright/test'

import type { Place } from './places.ts'
import { untilQuiet } from './quiet.ts'

/** The longest wait for what a press needs: the screen that the press before it opened. */
const maxWait_ms = 2_000

type Options = { folder: string; isLarge: boolean }

/** Opens the place and presses its buttons. Saves a picture of the whole page, or of the window if something is open over it. */
export async function picture(
  page: Page,
  origin: string,
  { name, path, presses = [], shows }: Place,
  { folder, isLarge }: Options,
): Promise<void> {
  await page.goto(`${origin}${path}`)
  if (shows) await page.locator(shows).waitFor()
  await untilQuiet(page)
  for (const press of presses) {
    const target = page
      .getByRole('button', { name: press })
      .or(page.getByRole('link', { name: press }))
    const exact = target.or(page.locator('summary', { hasText: press })).filter({ visible: true })
    const isThere = await exact
      .first()
      .waitFor({ timeout: maxWait_ms })
      .then(() => true)
      // Some companies and sizes lack the button or link. Then no picture is taken.
      .catch(() => false)
    if (!isThere) return
    await exact.first().click()
    await untilQuiet(page)
  }
  await page.evaluate(prepare, isLarge)
  await untilQuiet(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0)
    console.log(`${page.url()} is ${wide} px too wide (${page.viewportSize()?.width} px)`)
  const hasModal = await page.evaluate(() => document.querySelector('dialog:modal') !== null)
  const isPage = !hasModal && (presses.length === 0 || name === 'calculation')
  if (isPage) await page.evaluate(unpin)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: isPage })
}

/** Runs in the browser. Renders all rows: otherwise rows that were never in sight have a wrong height in a picture of the page. */
function prepare(isLarge: boolean): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `* { content-visibility: visible !important } ${isLarge ? ':root { font-size: 200% }' : ''}`,
  )
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Runs in the browser. Moves bars that are fixed or sticky at the lower edge of the window to their place in the page. In a picture
 * of the whole page they would cover content in its middle. It adds rules for their classes, because the portal may mount the tab
 * bar again.
 */
function unpin(): void {
  const sheet = new CSSStyleSheet()
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, bottom } = getComputedStyle(element)
    if (bottom === 'auto' || element.classList.length === 0) continue
    const box = element.getBoundingClientRect()
    // A picture behind the page also reaches the lower edge, but begins at the upper edge.
    const isBar = position === 'fixed' && box.bottom >= innerHeight && box.top > 0
    if (!isBar && position !== 'sticky') continue
    const selector = [...element.classList].map((name) => `.${CSS.escape(name)}`).join('')
    // Not `static`, because the element may position its children.
    sheet.insertRule(`${selector} { position: relative !important; inset: auto !important }`)
    if (isBar) sheet.insertRule('body { padding-bottom: 0 !important }')
  }
  document.adoptedStyleSheets.push(sheet)
}
