/** `fiel webhook`: shows deliveries to a company's servers, replays events, and replaces secrets. */

import { defineCommand } from 'citty'

import { noteAct } from '#api/audit/note.ts'
import { operator } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { WebhookEndpointView } from '#contract/console/webhook-delivery.ts'
import { defineVerb, UsageError, withDatabase } from '#database/command-line.ts'
import { transaction } from '#database/sql.ts'

import { endpointEnabled, eventsReplayed, secretMade } from './acts.ts'
import {
  attempts,
  enableEndpoint,
  endpointNamed,
  endpoints,
  type LoggedAttempt,
  replaceSecret,
  replay as replayEvents,
} from './endpoint.ts'

/** The lines of the log that fit a screen. */
const shownAttempts = 30

const company = {
  type: 'positional',
  required: true,
  description: 'slug of the company',
} as const
const url = {
  type: 'positional',
  required: false,
  description: 'address of the endpoint; may be left out when the company has one',
} as const

const secret = defineVerb({
  meta: {
    name: 'secret',
    description:
      'Makes the secret that signs messages and prints it, this once; the one before signs for another 24 hours',
  },
  args: { company, url },
  example: 'cafe https://erp.cafeaurora.example/fiel',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      const now = new Date()
      const replaced = await transaction(database, async (connection) => {
        const made = await replaceSecret(connection, company_id, args.url, now)
        const actor = operator()
        const act = secretMade(actor, made, { before: made.replaced_at, after: now })
        await noteAct(connection, company_id, actor, act, now)
        return made
      })
      console.error(`For ${replaced.url}. An earlier secret signs for another 24 hours.`)
      console.log(replaced.secret)
    }),
})

const list = defineVerb({
  meta: {
    name: 'list',
    description: `Lists the endpoints, what waits for them, and the latest ${shownAttempts} attempts`,
  },
  args: { company },
  example: 'cafe',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      for (const endpoint of await endpoints(database, company_id)) console.log(line(endpoint))
      for (const attempt of await attempts(database, company_id, shownAttempts)) {
        console.log(attemptLine(attempt))
      }
    }),
})

const replay = defineVerb({
  meta: {
    name: 'replay',
    description: 'Sends events of the last 30 days again: one, or all since an instant',
  },
  args: {
    company,
    since: {
      type: 'string',
      valueHint: 'INSTANT',
      description: 'every event since then (ISO 8601, with Z or an offset)',
    },
    event: { type: 'string', valueHint: 'ID', description: 'one event, by its webhook-id' },
  },
  example: 'cafe --since 2026-11-20T15:00:00Z',
  run: async ({ args }) => {
    const events = eventsOf(args)
    await withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      const now = new Date()
      const count = await transaction(database, async (connection) => {
        const deliveries = await replayEvents(connection, company_id, events, now)
        const actor = operator()
        const act = eventsReplayed(actor, { ...events, deliveries })
        await noteAct(connection, company_id, actor, act, now)
        return deliveries
      })
      console.log(`${count} to be sent again`)
    })
  },
})

const enable = defineVerb({
  meta: { name: 'enable', description: 'Sends to an endpoint again that was disabled by its 410' },
  args: { company, url },
  example: 'cafe https://erp.cafeaurora.example/fiel',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      const { url } = await transaction(database, async (connection) => {
        const endpoint = await endpointNamed(connection, company_id, args.url)
        await enableEndpoint(connection, company_id, endpoint.id)
        const actor = operator()
        await noteAct(connection, company_id, actor, endpointEnabled(actor, endpoint), new Date())
        return endpoint
      })
      console.log(`${url} is told again`)
    }),
})

export const webhook = defineCommand({
  meta: { name: 'webhook', description: 'Messages to a company’s own servers' },
  subCommands: { secret, list, replay, enable },
})

/** Exactly one of the two options. */
function eventsOf({ since, event }: { since?: string | undefined; event?: string | undefined }) {
  if ((since === undefined) === (event === undefined)) {
    throw new UsageError('Name the events: either --since INSTANT or --event ID.')
  }
  if (event !== undefined) {
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(event)) return { event_id: event }
    throw new UsageError(`--event is ${event}: use the webhook-id of a message.`)
  }
  const instant = new Date(since!)
  if (!Number.isNaN(instant.getTime())) return { since: instant }
  throw new UsageError(`--since is ${since}: use an instant as 2026-11-20T15:00:00Z.`)
}

function line({
  url,
  types,
  disabled_at,
  delivered,
  waiting,
  given_up,
}: WebhookEndpointView): string {
  const state = disabled_at ? `disabled ${disabled_at}` : 'live'
  const counts = `${delivered} delivered, ${waiting} waiting, ${given_up} given up`
  return [url, types?.join(',') ?? 'all types', state, counts].join('  ')
}

function attemptLine(attempt: LoggedAttempt): string {
  const { attempted_at, url, event_id, type, status, failure, duration_ms } = attempt
  return [attempted_at, type, event_id, status ?? failure, `${duration_ms} ms`, url].join('  ')
}
