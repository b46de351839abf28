/** The audit entries about the keys of a company's tills. No entry contains a key. */

import type { Act, Actor } from '#api/audit/note.ts'
import type { PartnerKeyView } from '#contract/console/partner-key.ts'

export function keyMade(actor: Actor, key: PartnerKeyView): Act {
  return {
    action: 'key.made',
    subject: key.id,
    sentence: `${actor.name} criou a chave de caixa “${key.name}”`,
    after: stateOf(key),
  }
}

export function keyChanged(actor: Actor, before: PartnerKeyView, after: PartnerKeyView): Act {
  const renamed = before.name === after.name ? '' : `, agora “${after.name}”`
  return {
    action: 'key.changed',
    subject: after.id,
    sentence: `${actor.name} mudou a chave de caixa “${before.name}”${renamed}`,
    before: stateOf(before),
    after: stateOf(after),
  }
}

export function keyRevoked(actor: Actor, key: PartnerKeyView, revoked_at: Date): Act {
  return {
    action: 'key.revoked',
    subject: key.id,
    sentence: `${actor.name} revogou a chave de caixa “${key.name}”`,
    before: { ...stateOf(key), revoked_at: null },
    after: { ...stateOf(key), revoked_at },
  }
}

/** The settings of a key, and its prefix, which distinguishes it from other keys of the same name. */
function stateOf({ name, prefix, scopes, addresses, ...key }: PartnerKeyView) {
  const { most_points_per_day, most_look_ups_per_hour, most_misses_per_hour } = key
  const limits = { most_points_per_day, most_look_ups_per_hour, most_misses_per_hour }
  return { name, prefix, scopes, addresses, ...limits }
}
