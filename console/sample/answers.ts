/** The portal's answers in the preview: a customer with points, a level and a history, and the prizes of the draft. */

import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { type PreviewSample, sampleId } from '#contract/programme/preview.ts'

import type { Answers } from './calls.ts'
import { sampleCustomer } from './customer.ts'
import { sampleHistory } from './history.ts'

type Typed = { [Key in EndpointKey]?: (id: string) => ResponseOf<Key> | null | undefined }

/** Points of the sample customer. */
const points = 640

export function answersOf(sample: PreviewSample): Answers {
  const value = Math.floor((points * 100) / sample.points_per_real)
  const customer = sampleCustomer(sample, points, value)
  const entries = sampleHistory(sample)
  const all = sample.prizes.map((prize) => prizeOf(prize))
  const prizes = all.filter(({ show_in_store }) => show_in_store)
  const answers: Typed = {
    'GET /customer': () => customer,
    'GET /customer/balance': () => ({ amount_balance: points, value_balance: value }),
    'GET /customer/dashboard': () => dashboardOf(sample, { customer, entries, prizes }),
    'GET /customer/consent': () => [],
    'GET /customer/session': () => [],
    'GET /level': () => sample.levels,
    'GET /notification': () => ({ unread_count: 0, notifications: [] }),
    'GET /points': () => entries,
    'GET /points/expiring': () => [],
    // Null: no request of a till waits.
    'GET /points/intention': () => null,
    'GET /prize': () => prizes,
    'GET /prize/category': () => categoriesOf(prizes),
    'GET /prize/count': () => countOf(prizes),
    'GET /prize/{id}': (id) => all.find((prize) => prize.id === id),
    'PUT /prize/{id}/favorite': () => null,
    'DELETE /prize/{id}/favorite': () => null,
    'GET /voucher': () => [],
    'GET /voucher/count': () => ({ TO_WITHDRAW: 0, WITHDRAWN: 0, EXPIRED: 0, CANCELLED: 0 }),
  }
  return answers
}

type Prize = ResponseOf<'GET /prize/{id}'>

function prizeOf(prize: PreviewSample['prizes'][number]): Prize {
  const missing = Math.max(0, prize.value - points)
  const now = new Date().toISOString()
  return {
    ...prize,
    codes: prize.codes === 'generated' ? 'generated' : 'pool',
    favorite: false,
    stock_left: prize.stock,
    redeemable: missing === 0,
    reason: missing === 0 ? null : 'insufficient_balance',
    reasons: missing === 0 ? [] : ['insufficient_balance'],
    missing,
    created_at: now,
    updated_at: now,
    withdrawn_at: null,
  }
}

function categoriesOf(prizes: Prize[]): ResponseOf<'GET /prize/category'> {
  const groups = Map.groupBy(prizes, ({ category }) => category)
  return [...groups].flatMap(([name, own]) => (name === null ? [] : [{ name, prizes: own.length }]))
}

function countOf(prizes: Prize[]): ResponseOf<'GET /prize/count'> {
  const free = prizes.filter(({ value }) => value === 0).length
  return { count: prizes.length, tabs: { all: prizes.length, free, favorite: 0 } }
}

type Parts = {
  customer: ResponseOf<'GET /customer'>
  entries: ResponseOf<'GET /points'>
  prizes: Prize[]
}

function dashboardOf(
  { promotions, points_per_real }: PreviewSample,
  { customer, entries, prizes }: Parts,
): ResponseOf<'GET /customer/dashboard'> {
  const { balance, level_infos, levels_system, level_reset_pending } = customer
  return {
    balance,
    level_infos,
    levels_system,
    level_reset_pending,
    consolidated_level_data: customer.consolidated_level_data,
    transition_level_data: customer.transition_level_data,
    expiring: { points_amount: 0, points_value: 0, day_count: 0, days: [] },
    next_available: null,
    prizes: prizes.slice(0, 6),
    promotions: promotions
      .filter(({ type }) => type === 'BANNER_CLICK')
      .slice(0, 3)
      .map(({ code, name, ends_at, action }) => ({
        code,
        name,
        ends_at,
        points_amount: action.GENERATE_POINTS.amount,
        points_value: Math.floor((action.GENERATE_POINTS.amount * 100) / points_per_real),
        activatable: true,
        reason: null,
      })),
    entries,
    last_purchase: entries.find(({ id }) => id === sampleId(0)) ?? null,
    vouchers: [],
    to_withdraw_count: 0,
    unread_count: 0,
  }
}
