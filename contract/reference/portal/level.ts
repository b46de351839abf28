/** The levels of Café Aurora, and Marina's: 461 of the 500 points to the second level. */

import type { CustomerLevels, Level } from '#contract/level.ts'
import { prizeExample } from '#contract/reference/prize-example.ts'

import type { PortalExamples } from './portal-key.ts'

const first: Level = {
  id: '019a3c5d-3f50-7263-8d7e-8f9012345678',
  name: 'Grão',
  description: 'Boas-vindas ao clube.',
  description_url: null,
  color: '#8d6e63',
  icon: 'bean',
  trigger_amount: 0,
  multiplier: 1,
  prev: null,
  next: '019a3c5d-3f51-7374-8e8f-901234567890',
  integrator_id: null,
  prize: null,
  created_at: '2026-10-05T12:00:00.000Z',
}

const second: Level = {
  ...first,
  id: '019a3c5d-3f51-7374-8e8f-901234567890',
  name: 'Torra média',
  description: 'Uma porção de pão de queijo por nossa conta.',
  color: '#a4492b',
  icon: 'flame',
  trigger_amount: 500,
  multiplier: 1.25,
  prev: first.id,
  next: null,
  prize: 'pao-de-queijo',
}

const data = {
  id: '019a4310-a1b2-7485-9f90-123456789012',
  accumulated_amount: 461,
  calculated_at: '2026-11-20T15:00:30.000Z',
  level: first,
}

export const customerLevelsExample: CustomerLevels = {
  consolidated_level_data: {
    id: data.id,
    consolidated_at: '2026-11-02T13:00:00.000Z',
    reseted_at: null,
    level_data: data,
    reset_level_data: null,
  },
  transition_level_data: { ...data, id: null, calculated_at: '2026-11-20T15:01:00.000Z' },
  level_reset_pending: false,
  level_infos: { level: first, accumulated_amount: 461 },
  levels_system: {
    current: { level: first, missing_amount: 0, until: null },
    next: { level: second, missing_amount: 39, until: '2027-11-01' },
  },
}

/** Before the first points. */
export const newCustomerLevelsExample: CustomerLevels = {
  consolidated_level_data: null,
  transition_level_data: {
    id: null,
    accumulated_amount: 0,
    calculated_at: '2026-11-02T13:00:00.000Z',
    level: first,
  },
  level_reset_pending: false,
  level_infos: { level: first, accumulated_amount: 0 },
  levels_system: {
    current: { level: first, missing_amount: 0, until: null },
    next: { level: second, missing_amount: 500, until: null },
  },
}

const { id, name, photo_url } = prizeExample

export const levelExamples = {
  'GET /level': {
    query: {},
    answer: [
      { ...first, related_prize: null },
      { ...second, related_prize: { id, name, photo_url } },
    ],
  },
} as const satisfies Partial<PortalExamples>
