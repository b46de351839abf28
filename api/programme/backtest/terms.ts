/** The versions of a programme and a draft in the form that the engine's replay reads (engine/backtest/terms.sql). */

import type { RuleVersion } from '#api/company-file/version.ts'
import { ruleIds } from '#api/points/rule-ids.ts'

/** A document's rules and levels, of a version or of a draft. */
type Document = RuleVersion['document']

/** The terms of one document, as JSON. */
export type Terms = {
  rules: object[]
  points_per_real: number
  base_level: string | null
  levels: Record<string, string>
  draft_levels: Record<string, string>
  draft_multipliers: Record<string, string>
  plain_rules: string[]
}

/**
 * The terms of the versions in force since `since`, the oldest first, and of the draft. `stored`: key → id of the company's rules.
 * The first version counts for the time before it, too.
 */
export function termsOf(
  versions: RuleVersion[],
  draft: Document,
  { since, stored }: { since: Date; stored: Map<string, string> },
): { starts: string[]; terms: Terms[]; draft: Terms } {
  const ids = ruleIds(
    versions.map(({ document }) => document),
    draft,
    stored,
  )
  const first = Math.max(
    versions.findLastIndex(({ published_at }) => new Date(published_at) <= since),
    0,
  )
  const inForce = versions.slice(first)
  return {
    starts: inForce.map(({ published_at }) => published_at),
    terms: inForce.map(({ document }, at) =>
      documentTerms(document, ids.applied[first + at]!, draft),
    ),
    draft: documentTerms(draft, ids.draft, draft),
  }
}

function documentTerms(document: Document, ids: string[], draft: Document): Terms {
  const { calculation_rules, levels, points_per_real } = document
  const multiplierOf = (level: Level) => draftMultiplier(level, draft.levels)
  return {
    rules: calculation_rules.map((rule, at) => ({
      ...rule,
      id: ids[at],
      rate: String(rule.rate),
      expires_in_days: null,
      expires_in_months: null,
      expires_at_end_of: null,
      ...expiryOf(rule.expires_in),
      is_multiplied_by_level: rule.multiplied_by_level,
    })),
    points_per_real,
    base_level: levels.find(({ trigger_amount }) => trigger_amount === 0)?.name ?? null,
    levels: byLevel(levels, ({ multiplier }) => multiplier),
    draft_levels: byLevel(levels, multiplierOf),
    // The lowest of several levels with one multiplier.
    draft_multipliers: Object.fromEntries(
      levels.toReversed().map((level) => [String(level.multiplier), String(multiplierOf(level))]),
    ),
    plain_rules: ids.filter((_id, at) => !calculation_rules[at]!.multiplied_by_level),
  }
}

function expiryOf(expires_in: Document['calculation_rules'][number]['expires_in']): object {
  if (!expires_in) return {}
  if ('days' in expires_in) return { expires_in_days: expires_in.days }
  if ('months' in expires_in) return { expires_in_months: expires_in.months }
  return { expires_at_end_of: expires_in.end_of }
}

type Level = Document['levels'][number]

/** The multiplier of the draft's level with this name. Without it: that of its level with the next trigger at or below this one. */
function draftMultiplier({ name, trigger_amount }: Level, levels: Level[]): number {
  const level =
    levels.find((one) => one.name === name) ??
    levels.findLast((one) => one.trigger_amount <= trigger_amount)
  return level?.multiplier ?? 1
}

function byLevel(levels: Level[], multiplier: (level: Level) => number): Record<string, string> {
  return Object.fromEntries(levels.map((level) => [level.name, String(multiplier(level))]))
}
