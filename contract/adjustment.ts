/** The company's rules for points that its staff gives and takes by hand (D15). */

import * as z from 'zod/mini'

import { text } from '#contract/value/text.ts'

/** The most points of one adjustment: a limit against a slip of the hand. */
export const maxAdjustment = 1_000_000
/** Reasons that a company may list: a person reads all of them at each adjustment. */
const maxReasons = 30

/** The values for a company file without this field, also for a file that was applied before the field existed. */
export const defaultAdjustments = {
  reasons: [
    'Compra esquecida no caixa',
    'Cortesia',
    'Correção de um erro',
    'Acordo com o cliente',
  ] as string[],
  limit: 500,
  expires_in_days: 365 as number | null,
  needs_second_person: false,
}

/** `adjustments` of company.yaml. */
export const AdjustmentSettings = z.strictObject({
  reasons: z._default(
    z.array(text(1, 80)).check(
      z.minLength(1, { error: 'Escreva pelo menos um motivo' }),
      z.maxLength(maxReasons),
      z.refine((reasons) => new Set(reasons).size === reasons.length, {
        error: 'Dois motivos são iguais',
      }),
    ),
    defaultAdjustments.reasons,
  ),
  /** Points up to which an attendant may adjust. Above it: a manager or owner with a fresh second factor. */
  limit: z._default(
    z.int().check(z.minimum(0), z.maximum(maxAdjustment)),
    defaultAdjustments.limit,
  ),
  /** Days for which given points are valid; null: they do not expire. */
  expires_in_days: z._default(
    z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))),
    defaultAdjustments.expires_in_days,
  ),
  /** Above the limit: a second person must agree. */
  needs_second_person: z._default(z.boolean(), defaultAdjustments.needs_second_person),
})
export type AdjustmentSettings = z.output<typeof AdjustmentSettings>
