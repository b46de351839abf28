/** The page of a company's console: the build's index.html with the company written into it. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FoundConsole } from '#api/company/console.ts'
import { dataElement } from '#api/http/data-element.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { type Brand, brandColours, themeCss } from '#contract/brand/theme.ts'
import { consoleCompanyId } from '#contract/console/console-page.ts'

const companyHead = /<!--company:head-->.*?<!--\/company:head-->/s

/** A neutral page, on which the company's colour is the accent. */
const pageColour = '#f7f7f8'

/** Returns the function that writes the page of the build in `folder`. The same page serves every path. */
export async function openConsolePages(
  folder: string,
): Promise<(found: FoundConsole, nonce: string) => string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return (found, nonce) => html.replace(companyHead, () => head(found, nonce))
}

function head({ company, primary_color, favicon_url }: FoundConsole, nonce: string): string {
  const brand: Brand = { primary_color, background_color: pageColour, font_color: null }
  const { light, dark } = brandColours(brand)
  return [
    `<title>${escapeHtml(company.program_name)}</title>`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light['surface']}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark['surface']}">`,
    `<link rel="icon" href="${favicon_url}">`,
    `<style nonce="${nonce}">${themeCss(brand)}</style>`,
    dataElement(consoleCompanyId, company),
  ].join('\n')
}
