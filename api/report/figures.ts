/** Makes a report's figures from daily sums (D18). No I/O. */

import {
  addDays,
  daysOf,
  type ItemFigures,
  type ItemKind,
  type ItemLine,
  itemNames,
  type Report,
  type ReportFigures,
  type ReportPeriod,
  type ShopFigures,
  type ShopLine,
  type Sum,
} from '#contract/console/report.ts'

import type { Amounts, FlowKind, GroupRow, PartRow, Range, StepRow } from './rows.ts'

type Unit = Report['unit']

/** Days up to which a report's parts are days, and weeks. A chart then has at most 31 bars, or 37 of three years in months. */
const maxDays = { day: 31, week: 186 }

export function unitOf(period: ReportPeriod): Unit {
  const days = daysOf(period)
  return days <= maxDays.day ? 'day' : days <= maxDays.week ? 'week' : 'month'
}

/** The period, and the first day of the period of the same length before it. */
export function rangeOf({ from, to, shop }: ReportPeriod): Range {
  return { start: addDays(from, -daysOf({ from, to })), from, to, shop: shop ?? null }
}

/** The parts of a period: whole days, weeks from Monday, or months, cut at its ends. */
export function partsOf({ from, to }: { from: string; to: string }, unit: Unit) {
  const parts: { from: string; to: string }[] = []
  for (let first = from; first <= to;) {
    const next = nextPart(first, unit)
    parts.push({ from: first, to: next > to ? to : addDays(next, -1) })
    first = next
  }
  return parts
}

/** The first day after the part that has this day. */
function nextPart(day: string, unit: Unit): string {
  if (unit === 'day') return addDays(day, 1)
  const date = new Date(`${day}T00:00:00Z`)
  if (unit === 'week') return addDays(day, 7 - ((date.getUTCDay() + 6) % 7))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}

/** The whole report but `folded_at`. */
export function reportOf(
  range: Range,
  unit: Unit,
  flows: PartRow[],
  steps: StepRow[],
): Omit<Report, 'folded_at'> {
  const { start, from, to, shop } = range
  const before = { from: start, to: addDays(from, -1) }
  const isShop = shop !== null
  const buckets = Map.groupBy(flows, ({ bucket }) => bucket)
  const standing = standings(steps)
  const figures = (rows: PartRow[], last: string) => figuresOf(sumsOf(rows), standing(last), isShop)
  return {
    period: { from, to },
    before,
    current: figures(
      flows.filter(({ bucket }) => bucket !== null),
      to,
    ),
    previous: figures(buckets.get(null) ?? [], before.to),
    unit,
    parts: partsOf({ from, to }, unit).map((part) => ({
      ...part,
      figures: figures(buckets.get(part.from) ?? [], part.to),
    })),
  }
}

const nothing: Amounts = { count: 0, purchase_value: 0, amount: 0, value: 0 }

/** The sums of each kind. */
function sumsOf(rows: (Amounts & { kind: FlowKind })[]): (kind: FlowKind) => Amounts {
  const sums = new Map<FlowKind, Amounts>()
  for (const row of rows) sums.set(row.kind, added(sums.get(row.kind) ?? nothing, row))
  return (kind) => sums.get(kind) ?? nothing
}

function added(one: Amounts, other: Amounts): Amounts {
  return {
    count: one.count + other.count,
    purchase_value: one.purchase_value + other.purchase_value,
    amount: one.amount + other.amount,
    value: one.value + other.value,
  }
}

type Standing = (kind: string) => number

/** The numbers at the end of a day: what `steps`, oldest first, add up to. */
function standings(steps: StepRow[]): (day: string) => Standing {
  return (day) => {
    const sums = new Map<string, number>()
    for (const step of steps) {
      if (step.day > day) break
      const kind = step.kind.replace('_shop', '')
      sums.set(kind, (sums.get(kind) ?? 0) + step.change)
    }
    return (kind) => sums.get(kind) ?? 0
  }
}

function figuresOf(
  of: (kind: FlowKind) => Amounts,
  standing: Standing,
  isShop: boolean,
): ReportFigures {
  const whole = <Figure>(figure: Figure) => (isShop ? null : figure)
  return {
    members: whole(standing('join') - standing('leave')),
    joined: whole(of('join').count),
    left: whole(of('leave').count),
    active_30: standing('active_30'),
    active_90: standing('active_90'),
    purchases: of('earn').count,
    purchase_value: of('earn').purchase_value,
    earned: sumOf(of('earn')),
    promoted: whole(sumOf(of('promote'))),
    returned: taken(of('return'), of('recover')),
    spent: taken(of('spend'), of('spend_back')),
    redeemed: whole(taken(of('redeem'), of('redeem_back'))),
    adjusted: whole(sumOf(of('credit'), of('credit_back'), of('debit'), of('debit_back'))),
    expired: taken(of('expire')),
    vouchers: {
      issued: whole(of('voucher_issued').count),
      withdrawn: of('voucher_withdrawn').count,
      cancelled: whole(of('voucher_cancelled').count),
      expired: whole(of('voucher_expired').count),
    },
  }
}

function sumOf(...parts: Amounts[]): Sum {
  const { amount, value } = parts.reduce(added)
  return { amount, value }
}

/** What the records take, as a positive number. `0 -` and not `-`: no -0. */
function taken(...parts: Amounts[]): Sum {
  const { amount, value } = parts.reduce(added)
  return { amount: 0 - amount, value: 0 - value }
}

type Active = { name: string; current: number; previous: number }

/** One line a shop, the largest sales first; names that the company's list never had come last (D13). */
export function shopLines(sums: GroupRow[], active: Active[], listed: Set<string>): ShopLine[] {
  const byShop = Map.groupBy(sums, ({ name }) => name)
  const actives = new Map(active.map((one) => [one.name, one]))
  return [...new Set([...byShop.keys(), ...actives.keys()])]
    .map((shop) => {
      const rows = byShop.get(shop) ?? []
      const { current, previous } = actives.get(shop) ?? { current: 0, previous: 0 }
      return {
        shop,
        is_unknown: shop !== '' && listed.size > 0 && !listed.has(shop),
        current: shopFigures(sumsOf(rows.filter(({ is_before }) => !is_before)), current),
        previous: shopFigures(sumsOf(rows.filter(({ is_before }) => is_before)), previous),
      }
    })
    .filter(({ current, previous }) => hasFigure(current) || hasFigure(previous))
    .toSorted(
      (one, other) =>
        Number(one.is_unknown) - Number(other.is_unknown) ||
        other.current.purchase_value - one.current.purchase_value ||
        one.shop.localeCompare(other.shop, 'pt-BR'),
    )
}

function shopFigures(of: (kind: FlowKind) => Amounts, active_30: number): ShopFigures {
  return {
    active_30,
    purchases: of('earn').count,
    purchase_value: of('earn').purchase_value,
    earned: sumOf(of('earn')),
    returned: taken(of('return'), of('recover')),
    spent: taken(of('spend'), of('spend_back')),
    expired: taken(of('expire')),
    withdrawn: of('voucher_withdrawn').count,
  }
}

function hasFigure({ active_30, purchases, withdrawn, returned, spent, expired }: ShopFigures) {
  return (
    active_30 + purchases + withdrawn > 0 ||
    [returned, spent, expired].some(({ amount, value }) => amount !== 0 || value !== 0)
  )
}

const itemKindOf: { [Kind in FlowKind]?: ItemKind } = {
  earn: 'rule',
  return: 'rule',
  recover: 'rule',
  promote: 'promotion',
  redeem: 'prize',
  redeem_back: 'prize',
  credit: 'adjustment',
  credit_back: 'adjustment',
  debit: 'adjustment',
  debit_back: 'adjustment',
}
/** A reversal takes one from the count, but a return: the purchase remains one. */
const counts: { [Kind in FlowKind]?: number } = {
  earn: 1,
  promote: 1,
  redeem: 1,
  redeem_back: -1,
  credit: 1,
  credit_back: -1,
  debit: 1,
  debit_back: -1,
}

/** One line an item, the most points first. A prize's points are those that it took, as a positive number. */
export function itemLines(sums: GroupRow[], names: Map<string, string>): ItemLine[] {
  const lines = new Map<string, ItemLine>()
  for (const row of sums) {
    const kind = itemKindOf[row.kind]
    if (!kind) continue
    const key = `${kind} ${row.name}`
    const line = lines.get(key) ?? {
      kind,
      item: row.name,
      name: names.get(row.name) ?? itemNames[row.name] ?? row.name,
      current: { count: 0, amount: 0, value: 0 },
      previous: { count: 0, amount: 0, value: 0 },
    }
    lines.set(key, line)
    addItem(row.is_before ? line.previous : line.current, row, kind === 'prize' ? -1 : 1)
  }
  return [...lines.values()].toSorted(
    (one, other) => Math.abs(other.current.amount) - Math.abs(one.current.amount),
  )
}

function addItem(figures: ItemFigures, { kind, count, amount, value }: GroupRow, sign: number) {
  figures.count += count * (counts[kind] ?? 0)
  figures.amount += sign * amount
  figures.value += sign * value
}
