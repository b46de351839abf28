/** Loads the company by four calls and applies its brand, for a portal on a plain file host (R1.1, R1.6). */

import { fontFaces } from '#contract/brand/font.ts'
import { barColours, themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { rememberCompany } from '#portal/client/company-id.ts'

import { type CompanyState, isUnavailable } from './company.ts'
import { fontUrls } from './fonts.ts'

/** 'none' when no company has the host name. Throws RequestFailure when the server does not answer. */
export async function loadCompany(): Promise<CompanyState> {
  const company_id = await companyIdOf(location.hostname)
  if (!company_id) return 'none'
  rememberCompany(company_id)
  const [company, settings] = await Promise.all([
    api('GET /company/{id}', { params: { id: company_id } }),
    api('GET /company/{company_id}/settings', { params: { company_id } }),
  ])
  applyBrand(company)
  const page = { company, settings, levels: [] }
  // The API of a company that is blocked or under maintenance answers no other call.
  if (isUnavailable(page)) return page
  return { ...page, levels: await api('GET /level') }
}

async function companyIdOf(hostname: string): Promise<string | undefined> {
  try {
    const found = await api('GET /company/get-company-by-domain/{hostname}', {
      params: { hostname },
    })
    return found[0]?.company_id
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return undefined
    throw error
  }
}

function applyBrand(company: Company): void {
  const sheet = new CSSStyleSheet()
  const { font } = company.theme
  const faces = font === 'system' ? '' : fontFaces(font, fontUrls[font])
  sheet.replaceSync(`${themeCss(company)}${faces}`)
  document.adoptedStyleSheets.push(sheet)
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'icon', href: company.favicon_url }),
    ...Object.entries(barColours(company)).map(([scheme, content]) =>
      Object.assign(document.createElement('meta'), {
        name: 'theme-color',
        media: `(prefers-color-scheme: ${scheme})`,
        content,
      }),
    ),
  )
}
