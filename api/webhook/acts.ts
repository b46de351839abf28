/** The audit entries about webhooks. An entry names only the host of an address, because the path may hold a secret. */

import type { Act, Actor } from '#api/audit/note.ts'

type NamedEndpoint = { id: string; url: string }
/** When the newest secret was made. */
type Secrets = { before: string | null; after: Date }
type Replay = { event_id: string; before: string | null; after: string }

/** Earlier secrets sign for another day beside the new one. */
export function secretMade(actor: Actor, { id, url }: NamedEndpoint, made: Secrets): Act {
  return {
    action: 'webhook.secret_made',
    subject: id,
    sentence: `${actor.name} criou um segredo para o webhook de ${hostOf(url)}`,
    before: { host: hostOf(url), newest_secret_at: made.before },
    after: { host: hostOf(url), newest_secret_at: made.after },
  }
}

export function endpointEnabled(
  actor: Actor,
  { id, url, disabled_at }: NamedEndpoint & { disabled_at: string | null },
): Act {
  return {
    action: 'webhook.enabled',
    subject: id,
    sentence: `${actor.name} voltou a enviar ao webhook de ${hostOf(url)}`,
    before: { host: hostOf(url), disabled_at },
    after: { host: hostOf(url), disabled_at: null },
  }
}

/** `before` and `after`: the states of the delivery; null: the endpoint did not get the event yet. */
export function eventReplayed(
  actor: Actor,
  { id, url }: NamedEndpoint,
  { event_id, before, after }: Replay,
): Act {
  return {
    action: 'webhook.replayed',
    subject: id,
    sentence: `${actor.name} enviou outra vez um evento ao webhook de ${hostOf(url)}`,
    before: { host: hostOf(url), event_id, state: before },
    after: { host: hostOf(url), event_id, state: after },
  }
}

/** A replay by a command: to all endpoints that want the events. */
export function eventsReplayed(
  actor: Actor,
  replayed: { event_id?: string; since?: Date; deliveries: number },
): Act {
  return {
    action: 'webhook.replayed',
    sentence: `${actor.name} enviou eventos outra vez aos webhooks (${replayed.deliveries})`,
    after: replayed,
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}
