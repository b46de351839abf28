/** The company of this console, from its page (api/console-page/). */

import { type ConsoleCompany, consoleCompanyId } from '#contract/console/console-page.ts'

export const company = readCompany()

function readCompany(): ConsoleCompany {
  const element = document.getElementById(consoleCompanyId)
  if (!element) throw new Error('the page holds no company')
  return JSON.parse(element.textContent)
}
