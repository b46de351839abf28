/** The levels a customer climbs (R11). */

import * as z from 'zod/mini'

import { Points } from './money.ts'
import { Colour } from './theme.ts'

export const level_systems = ['LOOKBACK', 'RENOVATION'] as const

/** The chain is rising by `trigger_amount`: the first has no `prev`, the last no `next`. */
export const Level = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  description_url: z.nullable(z.string()),
  color: z.nullable(Colour),
  trigger_amount: Points,
  prev: z.nullable(z.uuid()),
  next: z.nullable(z.uuid()),
  integrator_id: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})
export type Level = z.infer<typeof Level>
