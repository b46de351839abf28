/** How a sandbox, a company on which the developers of tills try their calls, is told from a real company. */

/**
 * Whether a company is a sandbox: its id, in lower case with hyphens, is a UUID of version 8. The ids of other companies have
 * version 7, so this needs no database.
 */
export function isSandbox(company_id: string): boolean {
  return company_id[14] === '8'
}

const sandboxEnding = '/sandbox'

/** The slug of a company's sandbox, 'cafe/sandbox'. No company's file can have such a slug. */
export function sandboxSlug(slug: string): string {
  return `${slug}${sandboxEnding}`
}

export function isSandboxSlug(slug: string): boolean {
  return slug.endsWith(sandboxEnding)
}
