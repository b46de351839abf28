import type { Company } from '#contract/company.ts'

/** A URL of the company's portal. Wallets load and open https only. */
export function portalUrl({ frontend_domain }: Company, path: string): string {
  return `https://${frontend_domain}${path}`
}
