/**
 * What only the operator of the server may change in a company document (D15): the slug, whether the portal is closed, a new host
 * name, and a private key of a wallet. A draft that changes it has mistakes; a version that is brought back takes it from the newest.
 */

import type { CompanyFile } from '#contract/company-file.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { draftText } from '#contract/programme/text.ts'
import { walletNames } from '#contract/wallet.ts'

type Mistake = Draft['mistakes'][number]

const operatorFields = ['slug', 'blocked'] as const

export function operatorFieldMistakes(document: object, before: CompanyFile): Mistake[] {
  const draft: Partial<CompanyFile> = { blocked: false, ...document }
  return operatorFields
    .filter((field) => draft[field] !== before[field])
    .map((field) => ({ path: [field], sentence: draftText.ofOperator }))
}

/** The console takes no private keys. */
export function newCredentials(file: CompanyFile, before: CompanyFile): Mistake[] {
  const wallet = file.settings.integrations.wallet
  const had = before.settings.integrations.wallet
  return walletNames
    .filter((name) => wallet?.[name] && wallet[name].credentials !== had?.[name]?.credentials)
    .map((name) => ({
      path: ['settings', 'integrations', 'wallet', name, 'credentials'],
      sentence: draftText.noCredential,
    }))
}

/**
 * Only the operator adds a host name: with another company's former one, a manager would receive the sessions and the data of that
 * company's customers. The console removes host names, and moves them between the fields.
 */
export function newHosts(document: object, before: object): Mistake[] {
  const ownHosts = hostNamesOf(before)
  return hostsOf(document)
    .filter(([host]) => !ownHosts.has(host))
    .map(([, path]) => ({ path, sentence: draftText.newHost }))
}

function hostNamesOf(document: object): Set<string> {
  return new Set(hostsOf(document).map(([host]) => host))
}

/** The host names of a document, valid or not, with their paths. */
function hostsOf(document: object): [string, Mistake['path']][] {
  const { frontend_domain, admin_domain, other_domains } = document as Record<string, unknown>
  const others = Array.isArray(other_domains) ? (other_domains as unknown[]) : []
  const fields: [unknown, Mistake['path']][] = [
    [frontend_domain, ['frontend_domain']],
    [admin_domain, ['admin_domain']],
    ...others.map((host, at): [unknown, Mistake['path']] => [host, ['other_domains', at]]),
  ]
  return fields.flatMap(([host, path]) =>
    typeof host === 'string' ? [[host.toLowerCase(), path]] : [],
  )
}

/**
 * The document of an earlier version with what only the operator may change as the newest version has it. The console could not
 * publish anything else, and could not undo the loss of a newer host name or key.
 */
export function withOperatorFieldsOf(document: object, newest: CompanyFile): object {
  const earlier = document as Partial<CompanyFile>
  return {
    ...earlier,
    ...Object.fromEntries(operatorFields.map((field) => [field, newest[field]])),
    ...restoredHosts(earlier, newest),
    ...(earlier.settings && { settings: withCredentialsOf(earlier.settings, newest.settings) }),
  }
}

/** The host names of the newest version: each in the field that the earlier version has it in, and the others where they are. */
function restoredHosts(
  { frontend_domain = '', admin_domain = null, other_domains = [] }: Partial<CompanyFile>,
  newest: CompanyFile,
): Pick<CompanyFile, 'frontend_domain' | 'admin_domain' | 'other_domains'> {
  const ownHosts = hostNamesOf(newest)
  const portal = ownHosts.has(frontend_domain) ? frontend_domain : newest.frontend_domain
  const others = other_domains.filter((host) => ownHosts.has(host))
  const consoleHost = ownHosts.has(admin_domain ?? '') ? admin_domain : newest.admin_domain
  // A host name opens the portal or the console. The newest version's console may be a portal of the earlier version.
  const admin = [portal, ...others].includes(consoleHost ?? '') ? null : consoleHost
  const portals = new Set([...others, newest.frontend_domain, ...newest.other_domains])
  return {
    frontend_domain: portal,
    admin_domain: admin,
    other_domains: [...portals].filter((host) => host !== portal && host !== admin),
  }
}

type Settings = CompanyFile['settings']

/** Each wallet of the earlier version whose key is still the company's; else the newest version's, if it has one. */
function withCredentialsOf(settings: Partial<Settings>, newest: Settings): Partial<Settings> {
  // An invalid document that was published before this field existed lacks it.
  if (!settings.integrations) return settings
  const { wallet } = settings.integrations
  const had = newest.integrations.wallet
  const apple = isSameKey(wallet?.apple, had?.apple) ? wallet?.apple : had?.apple
  const google = isSameKey(wallet?.google, had?.google) ? wallet?.google : had?.google
  const restored = apple || google ? { apple: apple ?? null, google: google ?? null } : null
  return { ...settings, integrations: { ...settings.integrations, wallet: restored } }
}

type Wallet = { credentials: string } | null | undefined

function isSameKey(one: Wallet, other: Wallet): boolean {
  return one?.credentials === other?.credentials
}
