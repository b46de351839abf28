/** The HTML that a screen renders, checked as the W3C validator checks it. */

import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

/** A checkbox tells its own state: ARIA in HTML forbids `aria-checked` on it. html-validate lacks this rule. */
const aria_checked = {
  allowed: (input: { getAttribute: (name: string) => unknown }) =>
    ['checkbox', 'radio'].includes(String(input.getAttribute('type')))
      ? 'a checkbox tells its own state'
      : null,
}

/** The standard's own rules. Questions of style are not asked: React chooses how its document is serialised. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  elements: ['html5', { input: { attributes: { 'aria-checked': aria_checked } } }],
  rules: { 'aria-hidden-body': 'error', 'empty-title': 'error', 'input-attributes': 'error' },
})

/** Each error as '{rule}: {sentence} ({where})'. The page is read as it stands and sent nowhere. */
export async function htmlErrors(page: Page): Promise<string[]> {
  return errorsIn(await page.content())
}

/** The same of a document as text. */
export async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
