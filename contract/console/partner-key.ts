/** The keys of a company's tills as the console makes and shows them (D3, T18). */

import * as z from 'zod/mini'

import { partnerScopes } from '#contract/partner.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

const networkMessage = 'Use endereços como 203.0.113.7 ou redes como 203.0.113.0/24'
const networkForms = [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]

/** An IPv4 or IPv6 address, or a network of them: '203.0.113.7' or '203.0.113.0/24'. */
export const Network = z.string({ error: networkMessage }).check(
  z.trim(),
  z.maxLength(60, { error: networkMessage }),
  z.refine((text) => networkForms.some((form) => form.safeParse(text).success), {
    error: networkMessage,
  }),
)

/**
 * The limits of table partner_key. Its CHECKs and types state them too; api/partner/partner-key.test.ts compares. The first is the
 * largest integer of PostgreSQL. The second bounds a row: it holds the time of each miss of the last hour.
 */
export const maxLookUpsPerHour = 2_147_483_647
export const maxMissesPerHour = 10_000

/** One a second on average: more than a cashier needs, and too few to try all CPFs. */
export const defaultLookUpsPerHour = 3_600
/** A cashier mistypes now and then. Somebody who guesses CPFs misses nearly always. */
export const defaultMissesPerHour = 100

const limits = {
  scopes: z
    .array(z.enum(partnerScopes))
    .check(z.minLength(1, { error: 'Escolha o que a chave faz' })),
  /** Null: from anywhere. */
  addresses: z.nullable(z.array(Network).check(z.minLength(1), z.maxLength(100))),
  /** Points that the key may give in a local day; null: no limit. */
  most_points_per_day: z.nullable(z.int().check(z.minimum(1))),
  most_look_ups_per_hour: z.int().check(z.minimum(1), z.maximum(maxLookUpsPerHour)),
  most_misses_per_hour: z.int().check(z.minimum(1), z.maximum(maxMissesPerHour)),
}

export const PartnerKeyChange = z.strictObject({ name: text(1, maxLine), ...limits })
export type PartnerKeyChange = z.infer<typeof PartnerKeyChange>

export const PartnerKeyView = z.object({
  id: Uuid,
  name: z.string(),
  /** How the key begins, to tell it by. */
  prefix: z.string(),
  ...limits,
  created_at: z.iso.datetime(),
  /** YYYY-MM-DD; null: never. */
  last_used_on: z.nullable(z.string()),
  revoked_at: z.nullable(z.iso.datetime()),
})
export type PartnerKeyView = z.infer<typeof PartnerKeyView>

/** POST /admin/key. `key` is shown this once: only its hash is stored. */
export const MadePartnerKey = z.extend(PartnerKeyView, { key: z.string() })
export type MadePartnerKey = z.infer<typeof MadePartnerKey>
