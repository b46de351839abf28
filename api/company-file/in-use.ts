/** Warns, in Portuguese, of what customers and tills lose when a company's file is applied. */

import { customersByLevel } from '#api/level/levels.ts'
import { prizeIds } from '#api/prize/apply.ts'
import { activationsByCode } from '#api/promotion/promotion.ts'
import { openVouchers } from '#api/voucher/vouchers.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { lossText } from '#contract/company-file/text.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { type Database, row, sql } from '#database/sql.ts'

type LossText = typeof lossText

/** The company as it was applied last; undefined before the first time. */
type Applied = { company_id: string; file: CompanyFile } | undefined

/** One line for each item that `file` removes and somebody uses. Changes nothing. */
export async function lossesOf(
  database: Database,
  applied: Applied,
  file: CompanyFile,
  now: Date,
  says: LossText = lossText,
): Promise<string[]> {
  if (!applied) return []
  const { company_id, file: before } = applied
  const levels = removed(before.levels, file.levels, ({ name }) => name)
  const prizes = removed(before.prizes, file.prizes, ({ key }) => key)
  const promotions = removed(before.promotions, file.promotions, ({ code }) => code.toUpperCase())
  return [
    ...lostHosts(before, file, says),
    ...(await lostLevels(database, company_id, [...levels.keys()], says)),
    ...(await lostPrizes(database, company_id, { prizes, file, now }, says)),
    ...(await lostPromotions(database, company_id, [...promotions.keys()], says)),
    ...((await hasRecords(database, company_id))
      ? [...lostRules(before, file, says), ...lostShops(before, file, says)]
      : []),
  ]
}

type LostPrizes = { prizes: Map<string, { name: string }>; file: CompanyFile; now: Date }

function lostHosts(before: CompanyFile, after: CompanyFile, says: LossText): string[] {
  const hostsOf = (file: CompanyFile) => [file.frontend_domain, ...file.other_domains]
  return hostsOf(before)
    .filter((host) => !hostsOf(after).includes(host))
    .map((host) => says.host(host))
    .concat(lostConsole(before, after, says))
}

/** The console's address, to which passkeys belong. */
function lostConsole(before: CompanyFile, after: CompanyFile, says: LossText): string[] {
  const host = before.admin_domain
  return host === null || host === after.admin_domain ? [] : [says.console(host)]
}

async function lostLevels(
  database: Database,
  company_id: string,
  names: string[],
  says: LossText,
): Promise<string[]> {
  if (names.length === 0) return []
  const counts = await customersByLevel(database, company_id, names)
  return names.filter((name) => counts.has(name)).map((name) => says.level(name, counts.get(name)!))
}

async function lostPrizes(
  database: Database,
  company_id: string,
  { prizes, file, now }: LostPrizes,
  says: LossText,
): Promise<string[]> {
  if (prizes.size === 0) return []
  const ids = await prizeIds(database, company_id, [...prizes.keys()])
  const counts = await openVouchers(database, company_id, [...ids.values()], now)
  return [...prizes].flatMap(([key, { name }]) => {
    const count = counts.get(ids.get(key) ?? '')
    const renamed = file.prizes.find((prize) => prize.name === name)
    return [
      ...(count ? [says.prize(key, count)] : []),
      ...(renamed ? [says.prizeUnderOtherKey(key, renamed.key)] : []),
    ]
  })
}

async function lostPromotions(
  database: Database,
  company_id: string,
  codes: string[],
  says: LossText,
): Promise<string[]> {
  if (codes.length === 0) return []
  const counts = await activationsByCode(database, company_id, codes)
  return codes
    .filter((code) => (counts.get(code) ?? 0) > 0)
    .map((code) => says.promotion(code, counts.get(code)!))
}

/** The rules whose keys the file has lost. A rule with a new key and its old name keeps its id (api/points/apply.ts). */
function lostRules(before: CompanyFile, after: CompanyFile, says: LossText): string[] {
  const names = new Set(after.calculation_rules.map(({ name }) => name))
  const rules = removed(before.calculation_rules, after.calculation_rules, ({ key }) => key)
  return [...rules].map(([key, { name }]) =>
    names.has(name) ? says.ruleUnderOtherKey(key) : says.rule(key),
  )
}

function lostShops(before: CompanyFile, after: CompanyFile, says: LossText): string[] {
  if (after.subsidiaries.length === 0) return []
  const shops = removed(before.subsidiaries, after.subsidiaries, ({ name }) => subsidiaryKey(name))
  return [...shops.values()].map(({ name }) => says.shop(name, after.subsidiaries_strict))
}

function removed<Item>(before: Item[], after: Item[], keyOf: (item: Item) => string) {
  const keys = new Set(after.map(keyOf))
  return new Map(
    before.map((item) => [keyOf(item), item] as const).filter(([key]) => !keys.has(key)),
  )
}

async function hasRecords(database: Database, company_id: string): Promise<boolean> {
  const found = await row<{ has: boolean }>(database, sql`select has_records(${company_id}) as has`)
  return found!.has
}
