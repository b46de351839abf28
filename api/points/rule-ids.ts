/** The ids of calculation rules in earlier documents: apply.ts keeps the id of a rule, and the table has only its newest key. */

import type { CalculationRuleFile } from '#contract/points.ts'
import { type Database, rows, sql } from '#database/sql.ts'

export type RuledDocument = { calculation_rules: Pick<CalculationRuleFile, 'key' | 'name'>[] }

/** Key → id of the company's rules, also of those that left its file. */
export async function storedRuleIds(
  database: Database,
  company_id: string,
): Promise<Map<string, string>> {
  const stored = await rows<{ key: string; id: string }>(
    database,
    sql`select key, id from calculation_rule where company_id = ${company_id}`,
  )
  return new Map(stored.map(({ key, id }) => [key, id]))
}

type Rule = { key: string; name: string; is_listed: boolean; id: string | undefined }

/**
 * The ids of the rules of each document, as applyCalculationRules gives them. All but the last, a draft, were applied one after the
 * other. `stored`: key → id since then. A new rule of the draft gets an id that no rule has.
 */
export function ruleIds(
  applied: RuledDocument[],
  draft: RuledDocument,
  stored: Map<string, string>,
): { applied: string[][]; draft: string[] } {
  const rules: Rule[] = []
  const listed = applied.map(({ calculation_rules }) => apply(rules, calculation_rules))
  for (const rule of rules) rule.id = stored.get(rule.key)
  const drafted = apply(rules, draft.calculation_rules)
  const idOf = ({ id }: Rule, at: number) => id ?? unstoredId(at)
  return { applied: listed.map((one) => one.map(idOf)), draft: drafted.map(idOf) }
}

/** The rules of the document, in its order. */
function apply(rules: Rule[], document: RuledDocument['calculation_rules']): Rule[] {
  const keys = new Set(document.map(({ key }) => key))
  for (const { key, name } of document) {
    if (rules.some((rule) => rule.key === key)) continue
    const renamed = rules.find(
      (rule) => rule.is_listed && rule.name === name && !keys.has(rule.key),
    )
    if (renamed) renamed.key = key
  }
  for (const rule of rules) rule.is_listed = false
  return document.map(({ key, name }) => {
    const existing = rules.find((rule) => rule.key === key)
    if (existing) return Object.assign(existing, { name, is_listed: true })
    const added = { key, name, is_listed: true, id: undefined }
    rules.push(added)
    return added
  })
}

/** An id of version 8, which no stored rule has. */
function unstoredId(at: number): string {
  return `00000000-0000-8000-8000-${String(at).padStart(12, '0')}`
}
