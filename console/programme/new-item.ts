/** The first values of a new item. Fields that the company may leave out have the contract's defaults. */

import { addDays } from '#contract/value/date.ts'

import type { Doc } from './document/path.ts'

export function newRule(key: string, name: string): Doc {
  return {
    key,
    name,
    type: 'POINTS_PER_REAL',
    rate: 1,
    minimum_purchase_value: 0,
    cap: null,
    expires_in: null,
    waiting_days: 0,
    valid_from: null,
    valid_to: null,
    multiplied_by_level: true,
    earns_on_points: false,
  }
}

/** Above the last level, so that the chain rises. */
export function newLevel(name: string, above: number | undefined): Doc {
  return {
    name,
    trigger_amount: above === undefined ? 0 : above + 1_000,
    multiplier: 1,
    description: null,
    description_url: null,
    color: null,
    icon: null,
    integrator_id: null,
    prize: null,
  }
}

/** The price is left out until somebody writes it, so that no prize is free by oversight. */
export function newPrize(key: string, name: string): Doc {
  return {
    key,
    name,
    description: null,
    tos_url: null,
    photo: null,
    value: '',
    category: null,
    expires_in: null,
    expires_at: null,
    show_in_store: true,
    integrator_id: null,
    level_required: null,
    complete_profile_required: false,
    codes: 'generated',
    stock: null,
  }
}

/** For a month from today. */
export function newPromotion(code: string, name: string, today: string): Doc {
  return {
    code,
    name,
    description: null,
    image: null,
    starts_at: today,
    ends_at: addDays(today, 30),
    type: 'CODE',
    filters: {
      NEW_REGISTER: null,
      ACTIVATIONS_LIMIT: { per_customer: 1, in_all: null },
      COMPLETE_PROFILE: false,
    },
    action: { GENERATE_POINTS: { amount: '', expires_in: null } },
  }
}

export function newShop(name: string): Doc {
  return { name, address: null, phone: null, url: null }
}
