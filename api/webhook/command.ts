/** `npm run webhook -- secret|list|replay|enable`: what a company's servers are told. A secret is printed this once. */

import { parseArgs } from 'node:util'

import { companyBySlug } from '#api/company/lookup.ts'
import { withDatabase } from '#database/connect.ts'

import {
  attempts,
  enableEndpoint,
  endpoints,
  type EndpointState,
  type LoggedAttempt,
  replaceSecret,
  replay,
} from './endpoint.ts'

const usage = `Usage: npm run webhook -- secret COMPANY [URL]
       npm run webhook -- list COMPANY
       npm run webhook -- replay COMPANY --since 2026-11-20T15:00:00Z | --event ID
       npm run webhook -- enable COMPANY [URL]`

/** Of the log, as many as fit a screen. */
const shown_attempts = 30

const { verb, slug, url, event_id, since } = given()

await withDatabase(async (database) => {
  const { company_id } = await companyBySlug(database, slug)
  const now = new Date()
  switch (verb) {
    case 'secret': {
      const replaced = await replaceSecret(database, company_id, url, now)
      console.error(`For ${replaced.url}. The one before it signs for another 24 hours.`)
      console.log(replaced.secret)
      break
    }
    case 'list':
      for (const endpoint of await endpoints(database, company_id)) console.log(line(endpoint))
      for (const attempt of await attempts(database, company_id, shown_attempts)) {
        console.log(attemptLine(attempt))
      }
      break
    case 'replay':
      console.log(
        `${await replay(database, company_id, { event_id, since }, now)} to be sent again`,
      )
      break
    case 'enable':
      console.log(`${await enableEndpoint(database, company_id, url)} is told again`)
  }
})

/** What the command line says. Ends the process where it says nothing that can be done. */
function given() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { since: { type: 'string' }, event: { type: 'string' } },
    })
    const [verb, slug, url] = positionals
    const event_id = values.event ?? null
    const since = values.since === undefined ? null : new Date(values.since)
    const is_replay = verb === 'replay'
    const is_known = is_replay || verb === 'secret' || verb === 'list' || verb === 'enable'
    const is_readable =
      (event_id === null || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(event_id)) &&
      (since === null || !Number.isNaN(since.getTime()))
    // Exactly one of the two says what is to be replayed.
    const is_told = is_replay === ((event_id === null) !== (since === null))
    if (is_known && slug && is_readable && is_told) return { verb, slug, url, event_id, since }
  } catch {
    // An option that there is not: parseArgs has no more to say than the usage has.
  }
  console.error(usage)
  return process.exit(2)
}

function line({ url, types, disabled_at, delivered, waiting, given_up }: EndpointState): string {
  const state = disabled_at ? `disabled ${disabled_at}` : 'live'
  const counts = `${delivered} delivered, ${waiting} waiting, ${given_up} given up`
  return [url, types?.join(',') ?? 'all types', state, counts].join('  ')
}

function attemptLine(attempt: LoggedAttempt): string {
  const { attempted_at, url, event_id, type, status, failure, duration_ms } = attempt
  return [attempted_at, type, event_id, status ?? failure, `${duration_ms} ms`, url].join('  ')
}
