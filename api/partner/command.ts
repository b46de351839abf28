/** `npm run partner -- key|list|revoke`: the keys of a company's tills. A key is printed this once. */

import { isIP } from 'node:net'
import { parseArgs } from 'node:util'

import { companyBySlug } from '#api/company/lookup.ts'
import { partner_scopes, type PartnerScope } from '#contract/partner.ts'
import { withDatabase } from '#database/connect.ts'

import {
  createPartnerKey,
  max_look_ups_per_hour,
  max_misses_per_hour,
  type PartnerKey,
  partnerKeys,
  revokePartnerKey,
} from './partner-key.ts'

const usage = `Usage: npm run partner -- key COMPANY "NAME OF THE TILL" [${partner_scopes.join(',')}]
                        [--from NETWORK,…] [--points-a-day NUMBER]
                        [--look-ups-an-hour NUMBER] [--misses-an-hour NUMBER]
       npm run partner -- list COMPANY
       npm run partner -- revoke COMPANY KEY-PREFIX-OR-NAME`

const { verb, slug, name, limits } = readArguments() ?? leave()

await withDatabase(async (database) => {
  const { company_id } = await companyBySlug(database, slug)
  const now = new Date()
  switch (verb) {
    case 'key':
      console.log(await createPartnerKey(database, company_id, name!, now, limits))
      break
    case 'list':
      for (const key of await partnerKeys(database, company_id)) console.log(line(key))
      break
    case 'revoke': {
      const meant = await revokePartnerKey(database, company_id, name!, now)
      if (meant.length === 0) throw new Error(`${slug} has no live key ${name}.`)
      if (meant.length > 1) {
        const prefixes = meant.map(({ prefix }) => prefix).join(', ')
        throw new Error(`${meant.length} live keys are called ${name}: name one of ${prefixes}.`)
      }
      console.log(`${name} is revoked.`)
    }
  }
})

function readArguments() {
  let read
  try {
    read = parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        'points-a-day': { type: 'string' },
        'look-ups-an-hour': { type: 'string' },
        'misses-an-hour': { type: 'string' },
      },
    })
  } catch {
    return undefined
  }
  const { positionals, values } = read
  const [verb, slug, name, written] = positionals
  const scopes = written?.split(',') ?? partner_scopes
  const addresses = values.from?.split(',') ?? null
  const numbers = [
    values['points-a-day'],
    values['look-ups-an-hour'],
    values['misses-an-hour'],
  ].map((written) => (written === undefined ? undefined : Number(written)))
  const [points, look_ups, misses] = numbers
  const is_understood =
    isVerb(verb) &&
    slug !== undefined &&
    (verb === 'list' || name !== undefined) &&
    scopes.every(isScope) &&
    (addresses === null || addresses.every(isNetwork)) &&
    isLimit(points, Number.MAX_SAFE_INTEGER) &&
    isLimit(look_ups, max_look_ups_per_hour) &&
    isLimit(misses, max_misses_per_hour)
  if (!is_understood) return undefined
  const limits = {
    scopes,
    addresses,
    ...(points !== undefined && { most_points_per_day: points }),
    ...(look_ups !== undefined && { most_look_ups_per_hour: look_ups }),
    ...(misses !== undefined && { most_misses_per_hour: misses }),
  }
  return { verb, slug, name, limits }
}

/** Whether a limit is left out, or an integer from 1 to `max`. */
function isLimit(limit: number | undefined, max: number): boolean {
  return limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= max)
}

function leave(): never {
  console.error(usage)
  process.exit(2)
}

function isVerb(verb: string | undefined): verb is 'key' | 'list' | 'revoke' {
  return verb === 'key' || verb === 'list' || verb === 'revoke'
}

function isScope(scope: string): scope is PartnerScope {
  return partner_scopes.some((known) => known === scope)
}

/** '203.0.113.7' or '203.0.113.0/24'. */
function isNetwork(text: string): boolean {
  const [address, bits = '0', ...more] = text.split('/')
  const longest = isIP(address!) === 6 ? 128 : 32
  return (
    more.length === 0 && isIP(address!) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
  )
}

function line(key: PartnerKey): string {
  const { revoked_at, last_used_on, addresses, most_points_per_day } = key
  return [
    `${key.prefix}…`,
    key.name,
    key.scopes.join(','),
    ...(addresses ? [`from ${addresses.join(',')}`] : []),
    ...(most_points_per_day ? [`${most_points_per_day} points a day`] : []),
    `${key.most_look_ups_per_hour} look-ups an hour, ${key.most_misses_per_hour} of them misses`,
    `made ${key.created_at.slice(0, 10)}`,
    last_used_on ? `last used ${last_used_on}` : 'never used',
    revoked_at ? `revoked ${revoked_at.slice(0, 10)}` : 'live',
  ].join('  ')
}
