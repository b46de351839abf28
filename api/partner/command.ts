/** `npm run partner -- key|list|revoke`: the keys of a company's tills. A key is printed this once. */

import { companyBySlug } from '#api/company/lookup.ts'
import { withDatabase } from '#api/database/connect.ts'
import { partner_scopes, type PartnerScope } from '#contract/partner.ts'

import { createPartnerKey, type PartnerKey, partnerKeys, revokePartnerKey } from './partner-key.ts'

const usage = `Usage: npm run partner -- key COMPANY "NAME OF THE TILL" [${partner_scopes.join(',')}]
       npm run partner -- list COMPANY
       npm run partner -- revoke COMPANY KEY-PREFIX-OR-NAME`

const [verb, slug, name, written] = process.argv.slice(2)
const scopes = written?.split(',') ?? partner_scopes
if (!slug || !isVerb(verb) || (verb !== 'list' && !name) || !scopes.every(isScope)) {
  console.error(usage)
  process.exit(2)
}

await withDatabase(async (database) => {
  const { company_id } = await companyBySlug(database, slug)
  const now = new Date()
  switch (verb) {
    case 'key':
      console.log(await createPartnerKey(database, company_id, name!, now, scopes))
      break
    case 'list':
      for (const key of await partnerKeys(database, company_id)) console.log(line(key))
      break
    case 'revoke': {
      const meant = await revokePartnerKey(database, company_id, name!, now)
      if (meant.length === 0) throw new Error(`${slug} has no live key ${name}.`)
      if (meant.length > 1) {
        const prefixes = meant.map(({ prefix }) => prefix ?? 'an older key').join(', ')
        throw new Error(`${meant.length} live keys are called ${name}: name one of ${prefixes}.`)
      }
      console.log(`${name} is revoked.`)
    }
  }
})

function isVerb(verb: string | undefined): verb is 'key' | 'list' | 'revoke' {
  return verb === 'key' || verb === 'list' || verb === 'revoke'
}

function isScope(scope: string): scope is PartnerScope {
  return partner_scopes.some((known) => known === scope)
}

function line({ prefix, name, scopes, created_at, last_used_on, revoked_at }: PartnerKey): string {
  const state = revoked_at ? `revoked ${revoked_at.slice(0, 10)}` : 'live'
  const use = last_used_on ? `last used ${last_used_on}` : 'never used'
  const made = `made ${created_at.slice(0, 10)}`
  return [`${prefix ?? 'older key'}…`, name, scopes.join(','), made, use, state].join('  ')
}
