/**
 * The company of this host name: written into the page by our server, or fetched with the specification's four calls
 * (R1.1).
 */

import { createContext, use } from 'react'

import type { Company, CompanySettings } from '#contract/company.ts'
import type { ChainLevel } from '#contract/level.ts'
import type { PrizeWord } from '#contract/prize-word.ts'
import { rememberCompany } from '#portal/client/company-id.ts'

export type CompanyPage = { company: Company; settings: CompanySettings; levels: ChainLevel[] }

/** The company, 'none' if the host name has no company, or 'unknown' before it is fetched. */
export type CompanyState = CompanyPage | 'none' | 'unknown'

const CompanyContext = createContext<CompanyPage | null>(null)
export const CompanyProvider = CompanyContext.Provider

/** The company, its settings and its levels. */
export function useCompany(): CompanyPage {
  const page = use(CompanyContext)
  if (!page) throw new Error('a screen was rendered before its company')
  return page
}

/** The word of the company for its prizes: the argument of a text that names them. */
export function usePrizeWord(): PrizeWord {
  return useCompany().company.prize_word
}

/** Reads the company that the server wrote into the page. A plain file host writes none: then it must be fetched. */
export function companyInPage(): CompanyState {
  const json = document.getElementById('company')?.textContent
  if (!json) return 'unknown'
  const page: CompanyPage | { company: null } = JSON.parse(json)
  if (!page.company) return 'none'
  rememberCompany(page.company.id)
  return page
}

/** Whether the company is blocked or under maintenance (R1.3). */
export function isUnavailable({ company }: CompanyPage): boolean {
  return company.blocked_at !== null || company.maintenance
}
