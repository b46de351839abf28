/** Reads the brackets of a query. */

/** Replaces each bracket and each case expression of a query by a sign `⟦n⟧`. Returns the query and the replaced contents. */
export function flattened(query: string): { flat: string; contents: string[] } {
  const contents: string[] = []
  const sign = (content: string) => `⟦${contents.push(content) - 1}⟧`
  let flat = query.replaceAll(/\bis (?:not )?distinct from\b/g, '<>')
  const inner = /\(([^()]*)\)/
  for (let found = inner.exec(flat); found; found = inner.exec(flat)) {
    flat = flat.replace(inner, (_, content: string) => sign(content))
  }
  const choice = /\bcase\b(?:(?!\bcase\b).)*?\bend\b/
  while (choice.test(flat)) flat = flat.replace(choice, (content) => sign(content))
  return { flat, contents }
}

export const contentOf = (part: string, contents: string[]) =>
  part.startsWith('⟦') ? contents[Number(part.slice(1, -1))]!.trim() : part

/**
 * The source of a value that company_id is compared with. It is an alias, or '' for company_id without an alias, or '?' for
 * a value from outside the query. Undefined: any other value.
 */
export function sourceOf(right: string, contents: string[]): string | undefined {
  if (right === 'company_id') return ''
  const [, alias] = /^(\w+|⟦\d+⟧)\.company_id$/.exec(right) ?? []
  if (alias !== undefined) return contentOf(alias, contents).split('.')[0]!
  return /^(?:\$1|p_company_id)(?:::uuid)?$/.test(right) ? '?' : undefined
}

/** The signs `§n` of subqueries (queries.ts) in `content`; undefined if it contains anything else. */
export const signsIn = (content: string) =>
  content.match(/^(?:§\d+)+$/)?.[0].match(/§\d+/g) ?? undefined
