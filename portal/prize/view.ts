/** The store's view as its address holds it: tab, filters, open voucher (R9.1). */

import type { EndpointKey, RequestOf } from '#contract/endpoints/endpoints.ts'
import { pathTo } from '#portal/path/paths.ts'

type QueryOf<Key extends EndpointKey> =
  RequestOf<Key> extends { query?: infer Query } ? NonNullable<Query> : never
export type PrizeTab = NonNullable<QueryOf<'GET /prize'>['tab']>
export type PrizeOrder = NonNullable<QueryOf<'GET /prize'>['order']>
type VoucherState = NonNullable<QueryOf<'GET /voucher'>['state']>

const prizeTabs = ['all', 'free', 'favorite'] as const satisfies PrizeTab[]
/** A tab → the vouchers that it lists (R9.3). 'Expirados' includes cancelled vouchers (D8). */
export const voucherTabs = {
  to_withdraw: 'TO_WITHDRAW',
  withdrawn: 'WITHDRAWN',
  expired: 'ENDED',
} as const satisfies Record<string, VoucherState>
export const prizeOrders = [
  'store',
  'price',
  '-price',
  'newest',
  'name',
] as const satisfies PrizeOrder[]

export type VoucherTab = keyof typeof voucherTabs
export type Tab = PrizeTab | VoucherTab

export type Filters = {
  category?: string | undefined
  /** In points. */
  min_value?: number | undefined
  max_value?: number | undefined
}

export type View = Filters & {
  tab: Tab
  order: PrizeOrder
  /** The open voucher's id. */
  voucher?: string | undefined
}

export const tabs: Tab[] = [...prizeTabs, ...(Object.keys(voucherTabs) as VoucherTab[])]

export function isVoucherTab(tab: Tab): tab is VoucherTab {
  return tab in voucherTabs
}

/** The tab for listing prizes: a voucher tab lists no prizes, so it counts as 'all'. */
export function prizeTab({ tab }: View): PrizeTab {
  return isVoucherTab(tab) ? 'all' : tab
}

/** Reads an address. Missing and invalid parts get their defaults. */
export function viewOf(search: string): View {
  const query = new URLSearchParams(search)
  return {
    tab: tabs.find((tab) => tab === query.get('tab')) ?? 'all',
    order: prizeOrders.find((order) => order === query.get('order')) ?? 'store',
    category: query.get('category') || undefined,
    min_value: pointsOf(query.get('min_value')),
    max_value: pointsOf(query.get('max_value')),
    voucher: query.get('voucher') || undefined,
  }
}

/** Reads a number of points. Undefined for any text but 1 to 9 digits; the highest price is 10^9 (contract/prize.ts). */
function pointsOf(parameter: string | null): number | undefined {
  return parameter !== null && /^\d{1,9}$/.test(parameter) ? Number(parameter) : undefined
}

/** The address of a view, without the default tab and order. */
export function prizesPath({ tab, order, ...others }: Partial<View>): string {
  return pathTo(
    'prizes',
    {},
    {
      tab: tab === 'all' ? undefined : tab,
      order: order === 'store' ? undefined : order,
      ...others,
    },
  )
}

/** The view's filters, as the calls take them. */
export function filtersOf({ category, min_value, max_value }: View): Filters {
  return { category, min_value, max_value }
}

export function isFiltered({ category, min_value, max_value }: View): boolean {
  return category !== undefined || min_value !== undefined || max_value !== undefined
}
