/** The audit entries about webhooks. An entry names only the host of an address, because the path may hold a secret. */

import type { Act, Actor } from '#api/audit/note.ts'

type NamedEndpoint = { id: string; url: string }

export function secretMade(actor: Actor, { id, url }: NamedEndpoint): Act {
  return {
    action: 'webhook.secret_made',
    subject: id,
    sentence: `${actor.name} criou um segredo para o webhook de ${hostOf(url)}`,
    after: { host: hostOf(url) },
  }
}

export function endpointEnabled(actor: Actor, { id, url }: NamedEndpoint): Act {
  return {
    action: 'webhook.enabled',
    subject: id,
    sentence: `${actor.name} voltou a enviar ao webhook de ${hostOf(url)}`,
    after: { host: hostOf(url) },
  }
}

export function eventReplayed(actor: Actor, { id, url }: NamedEndpoint, event_id: string): Act {
  return {
    action: 'webhook.replayed',
    subject: id,
    sentence: `${actor.name} enviou outra vez um evento ao webhook de ${hostOf(url)}`,
    after: { host: hostOf(url), event_id },
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
