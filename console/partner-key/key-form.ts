/** The form of a key: its numbers and networks are typed as text. The contract's PartnerKeyChange is what it makes. */

import * as z from 'zod/mini'

import { keyText } from '#console/text/key.ts'
import { parseInteger } from '#console/value/number-text.ts'
import {
  defaultLookUpsPerHour,
  defaultMissesPerHour,
  maxLookUpsPerHour,
  maxMissesPerHour,
  PartnerKeyChange,
  type PartnerKeyView,
} from '#contract/console/partner-key.ts'
import { partnerScopes } from '#contract/partner.ts'

const { shape } = PartnerKeyChange
const sentence = { error: keyText.number }

/** Text that is no number gives NaN, which the contract's rule refuses with its sentence. */
const typedNumber = z.pipe(
  z.string(),
  z.transform((typed) => parseInteger(typed) ?? Number.NaN),
)
const limit = (max: number) =>
  z.pipe(
    typedNumber,
    z.number(sentence).check(z.int(sentence), z.minimum(1, sentence), z.maximum(max, sentence)),
  )

/** Empty is null. */
const isEmpty = z.pipe(
  z.string().check(z.regex(/^\s*$/)),
  z.transform(() => null),
)

const networks = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => {
      const parts = typed.split(/[\s,;]+/).filter(Boolean)
      return parts.length > 0 ? parts : null
    }),
  ),
  shape.addresses,
)

export const KeyForm = z.strictObject({
  name: shape.name,
  scopes: shape.scopes,
  addresses: networks,
  most_points_per_day: z.union([isEmpty, limit(Number.MAX_SAFE_INTEGER)], sentence),
  most_look_ups_per_hour: limit(maxLookUpsPerHour),
  most_misses_per_hour: limit(maxMissesPerHour),
})

const unlimited = {
  scopes: [...partnerScopes],
  addresses: null,
  most_points_per_day: null,
  most_look_ups_per_hour: defaultLookUpsPerHour,
  most_misses_per_hour: defaultMissesPerHour,
}

/** The texts of the form's fields for a key, or for a new one. */
export function formOf(key?: PartnerKeyView) {
  const { scopes, addresses, most_points_per_day, ...hourly } = key ?? unlimited
  return {
    name: key?.name ?? '',
    scopes: [...scopes],
    addresses: (addresses ?? []).map(networkText).join(', '),
    most_points_per_day: most_points_per_day === null ? '' : String(most_points_per_day),
    most_look_ups_per_hour: String(hourly.most_look_ups_per_hour),
    most_misses_per_hour: String(hourly.most_misses_per_hour),
  }
}

/** A network of one address without its number of bits, as it was typed: '203.0.113.7/32' is '203.0.113.7'. */
export function networkText(network: string): string {
  return network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')
}
