/** Validates the HTML that a screen renders by the rules of the W3C validator. */

import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

/** ARIA in HTML forbids `aria-checked` on a checkbox, which has its own state. html-validate lacks this rule. */
const ariaChecked = {
  allowed: (input: { getAttribute: (name: string) => unknown }) =>
    ['checkbox', 'radio'].includes(String(input.getAttribute('type')))
      ? 'a checkbox tells its own state'
      : null,
}

/** Only the rules of the HTML standard. Style rules are left out, because React decides how the document is serialised. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  elements: ['html5', { input: { attributes: { 'aria-checked': ariaChecked } } }],
  rules: { 'aria-hidden-body': 'error', 'empty-title': 'error', 'input-attributes': 'error' },
})

/** Each error as '{rule}: {sentence} ({where})'. The check runs locally on the current content of the page. */
export async function htmlErrors(page: Page): Promise<string[]> {
  return errorsIn(await page.content())
}

/** Validates a document given as text. */
export async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
