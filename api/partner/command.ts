/** `fiel partner`: the keys of a company's tills. */

import { defineCommand } from 'citty'

import { noteAct } from '#api/audit/note.ts'
import { operator } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import {
  defaultLookUpsPerHour,
  defaultMissesPerHour,
  maxLookUpsPerHour,
  maxMissesPerHour,
  Network,
  type PartnerKeyView,
} from '#contract/console/partner-key.ts'
import { partnerScopes, type PartnerScope } from '#contract/partner.ts'
import { sandboxSlug } from '#contract/sandbox/id.ts'
import { defineVerb, integerOption, UsageError, withDatabase } from '#database/command-line.ts'
import { type Database, transaction } from '#database/sql.ts'

import { keyMade, keyRevoked } from './key-acts.ts'
import { makePartnerKey, partnerKeys, revokePartnerKey } from './partner-key.ts'

const company = {
  type: 'positional',
  required: true,
  description: 'slug of the company',
} as const

const test = { type: 'boolean', description: 'of the company’s sandbox' } as const

const key = defineVerb({
  meta: { name: 'key', description: 'Makes a key for a till and prints it, this once' },
  args: {
    company,
    name: { type: 'positional', required: true, description: 'name of the till, as "Caixa 1"' },
    scopes: {
      type: 'positional',
      required: false,
      description: `what the till may do, separated by commas: ${partnerScopes.join(',')} (all)`,
    },
    test,
    from: {
      type: 'string',
      valueHint: 'NETWORK,…',
      description: 'only addresses of these networks, as 203.0.113.0/24 (any address)',
    },
    'points-a-day': {
      type: 'string',
      valueHint: 'NUMBER',
      description: 'most points that it gives on a day of the company’s time zone (no limit)',
    },
    'look-ups-an-hour': {
      type: 'string',
      valueHint: 'NUMBER',
      description: `most customers that it looks up in an hour, up to ${maxLookUpsPerHour} (${defaultLookUpsPerHour})`,
    },
    'misses-an-hour': {
      type: 'string',
      valueHint: 'NUMBER',
      description: `most look-ups that find nobody in an hour, up to ${maxMissesPerHour} (${defaultMissesPerHour})`,
    },
  },
  example: 'cafe "Caixa 2" points --from 203.0.113.0/24 --points-a-day 50000',
  run: async ({ args }) => {
    const points = integerOption('points-a-day', args['points-a-day'], Number.MAX_SAFE_INTEGER)
    const lookUps = integerOption('look-ups-an-hour', args['look-ups-an-hour'], maxLookUpsPerHour)
    const misses = integerOption('misses-an-hour', args['misses-an-hour'], maxMissesPerHour)
    const limits = {
      scopes: scopesOf(args.scopes),
      addresses: networksOf(args.from),
      ...(points !== undefined && { most_points_per_day: points }),
      ...(lookUps !== undefined && { most_look_ups_per_hour: lookUps }),
      ...(misses !== undefined && { most_misses_per_hour: misses }),
    }
    await withDatabase(async (database) => {
      const { company_id } = await companyOf(database, args)
      const now = new Date()
      const key = await transaction(database, async (connection) => {
        const made = await makePartnerKey(connection, company_id, args.name, now, limits)
        const actor = operator()
        await noteAct(connection, company_id, actor, keyMade(actor, made), now)
        return made.key
      })
      console.log(key)
    })
  },
})

const list = defineVerb({
  meta: { name: 'list', description: 'Lists the keys: prefix, scopes, limits, last use' },
  args: { company, test },
  example: 'cafe',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyOf(database, args)
      for (const one of await partnerKeys(database, company_id)) console.log(line(one))
    }),
})

const revoke = defineVerb({
  meta: { name: 'revoke', description: 'Revokes a key: its next request is a 401' },
  args: {
    company,
    key: { type: 'positional', required: true, description: 'prefix of the key, or its name' },
    test,
  },
  example: 'cafe "Caixa 1"',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyOf(database, args)
      const now = new Date()
      const matches = await transaction(database, async (connection) => {
        const named = await revokePartnerKey(connection, company_id, args.key, now)
        const actor = operator()
        const [revoked] = named
        if (named.length === 1) {
          await noteAct(connection, company_id, actor, keyRevoked(actor, revoked!, now), now)
        }
        return named
      })
      if (matches.length === 0) throw new Error(`${args.company} has no live key ${args.key}.`)
      if (matches.length > 1) {
        const prefixes = matches.map(({ prefix }) => prefix).join(', ')
        throw new Error(
          `${matches.length} live keys are called ${args.key}: name one of ${prefixes}.`,
        )
      }
      console.log(`${args.key} is revoked.`)
    }),
})

export const partner = defineCommand({
  meta: { name: 'partner', description: 'The keys of a company’s tills' },
  subCommands: { key, list, revoke },
})

/** The company, or with `--test` its sandbox. Throws an Error of one sentence. */
async function companyOf(
  database: Database,
  { company, test: isTest }: { company: string; test?: boolean | undefined },
): Promise<{ company_id: string }> {
  const found = await companyBySlug(database, company)
  if (!isTest) return found
  return companyBySlug(database, sandboxSlug(company)).catch(() => {
    throw new Error(`${company} has no sandbox: run npm run company -- sandbox ${company}.`)
  })
}

function scopesOf(option: string | undefined): readonly PartnerScope[] {
  const scopes = option?.split(',') ?? partnerScopes
  if (scopes.every(isScope)) return scopes
  throw new UsageError(`${option} is no list of scopes: use some of ${partnerScopes.join(',')}.`)
}

function isScope(scope: string): scope is PartnerScope {
  return partnerScopes.some((partnerScope) => partnerScope === scope)
}

function networksOf(option: string | undefined): string[] | null {
  const networks = option?.split(',') ?? null
  if (!networks || networks.every((network) => Network.safeParse(network).success)) return networks
  throw new UsageError(`--from is ${option}: use networks as 203.0.113.0/24, separated by commas.`)
}

function line(key: PartnerKeyView): string {
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
