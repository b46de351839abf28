/** The probes: who asks, at which endpoint, and in which way the request names things of another company. */

import { randomUUID } from 'node:crypto'

import { callsNaming } from '#api/testing/worlds/calls-naming.ts'
import type { Sent } from '#api/testing/worlds/people.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { mayDo, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

import type { Random } from '../traffic/random.ts'
import type { Tenant } from './companies.ts'
import { identityCalls, type Named } from './identity-calls.ts'
import { nowhereRows } from './nowhere.ts'

/**
 * `junior`: a staff member whose role may not do what the endpoint does. `ended`: what the endpoint asks for, but the session has ended
 * or the till's key was revoked.
 */
const credentials = ['none', 'customer', 'till', 'staff', 'junior', 'ended'] as const
type CredentialKind = (typeof credentials)[number]

/**
 * - rows: the request names the caller's own company, and rows of the other one.
 * - company: it names the other company, by Company-Id or in the till's key.
 * - host: it names rows of the other company, and comes to the other company's host.
 * - sibling: it names rows of another customer of the same company.
 * - till: it names a request for points that another till of the same company has made.
 * - role: a staff member names rows of the own company, beyond the role.
 * - own: it names rows of the own company.
 */
const namings = ['rows', 'company', 'host', 'sibling', 'till', 'role', 'own'] as const
type Naming = (typeof namings)[number]

export type Cell = { key: EndpointKey; credential: CredentialKind; namings: Naming[] }

/** The endpoints with a request that names a row. */
const namesRow = callsNaming(nowhereRows(), nowhereRows().customer)

const keys = Object.keys(endpoints) as EndpointKey[]

/** A visitor of any company may do this: the request would be a success and no leak. */
const openToVisitors = new Set<EndpointKey>(['POST /customer/create-via-email'])

/** What belongs to a single customer. Prizes and promotions are the company's. */
const ofCustomer =
  /^(GET|POST|DELETE) \/(voucher\/\{id\}|points\/intention\/\{id\}|customer\/session\/\{id\}|wallet\/\{wallet\}\/voucher|notification\/read|customer\/\{user_id\})/

/** What belongs to the till that has made it. */
const ofTill = /^\w+ \/partner\/points\/intention\/\{id\}/

/** Callers with a credential that can end. */
const callersWhoEnd = new Set<Caller>(['customer', 'partner', 'staff', 'staff_half'])

export const cells: Cell[] = keys.flatMap((key) =>
  credentials.flatMap((credential) => {
    const found = namingsOf(key, credential)
    return found.length > 0 ? [{ key, credential, namings: found }] : []
  }),
)

/** Cells that no probe reaches, each with the reason. */
export const impossible: Record<string, string> = Object.fromEntries(
  keys.flatMap((key) =>
    credentials.flatMap((credential) =>
      namingsOf(key, credential).length > 0
        ? []
        : [[`${key} · ${credential}`, reasonOf(key, credential)]],
    ),
  ),
)

function reasonOf(key: EndpointKey, credential: CredentialKind): string {
  if (credential === 'junior') return 'every role may call the endpoint'
  if (credential === 'ended') return 'the endpoint needs no credential that can end'
  return endpoints[key].caller === 'anyone'
    ? 'the endpoint reads no credential, and names no company'
    : 'a visitor may do this at every company'
}

function namingsOf(key: EndpointKey, credential: CredentialKind): Naming[] {
  const endpoint: Endpoint = endpoints[key]
  const { caller } = endpoint
  if (credential === 'junior') return rolesWithout(key).length > 0 ? ['role'] : []
  if (credential === 'ended') return callersWhoEnd.has(caller) ? ['own'] : []
  const hasRows = key in namesRow || key in identityCalls
  const isVisitors = caller === 'guest' || caller === 'visitor'
  return [
    ...(hasRows ? (['rows'] as const) : []),
    ...(caller === 'anyone' || (isVisitors && openToVisitors.has(key))
      ? []
      : (['company'] as const)),
    ...(hasRows || key.startsWith('GET ') ? (['host'] as const) : []),
    ...(credential === 'customer' && caller === 'customer' && ofCustomer.test(key)
      ? (['sibling'] as const)
      : []),
    ...(credential === 'till' && ofTill.test(key) ? (['till'] as const) : []),
  ]
}

/** The roles that may not do what the endpoint does. */
function rolesWithout(key: EndpointKey): StaffRole[] {
  const { action }: Endpoint = endpoints[key]
  return action === undefined ? [] : staffRoles.filter((role) => !mayDo(role, action))
}

export type Probe = {
  cell: Cell
  naming: Naming
  /** The company of the credential. */
  caller: Tenant
  /** The company that the request names. The caller's own if the naming is inside one company. */
  target: Tenant
  role: StaffRole
  /** Which of the endpoint's requests. */
  choice: number
}

/** `victims`: companies of which nothing may change. `callers`: the others, whose credentials ask. */
export function probeOf(cell: Cell, random: Random, callers: Tenant[], victims: Tenant[]): Probe {
  const naming = random.pick(cell.namings)
  const target = random.pick(victims)
  const without = rolesWithout(cell.key)
  const roles = naming === 'role' ? without : staffRoles.filter((role) => !without.includes(role))
  return {
    cell,
    naming,
    caller: isInside(naming) ? target : random.pick(callers),
    target,
    role: random.pick(roles),
    choice: random.integer(0, 1),
  }
}

/** Whether caller and names are of one company. Such a probe must be refused. */
export function isInside(naming: Naming): boolean {
  return naming === 'sibling' || naming === 'till' || naming === 'role' || naming === 'own'
}

/** Whether anybody may call the endpoint and read the company's public texts. */
export function isOpen(key: EndpointKey): boolean {
  return ['anyone', 'guest', 'visitor'].includes(endpoints[key].caller)
}

/** The request of a probe. `isControl`: the same with names that no company has. */
export function requestOf(probe: Probe, isControl: boolean): Sent {
  const { cell, naming, caller, target, choice } = probe
  const { key } = cell
  // A visitor who names rows of a company at that company is no stranger to it.
  const named = naming === 'company' && isOpen(key) ? caller : target
  const requests = requestsNaming(key, isControl ? nowhere() : namesOf(named), caller)
  const sent = requests[choice % requests.length] ?? {}
  const host = naming === 'host' && !isControl ? { host: target.company.hostname } : {}
  return {
    ...validRequest(key, caller.customer),
    ...sent,
    headers: { ...credentialOf(probe, isControl), ...host, ...sent.headers },
  }
}

function namesOf({ company, rows, staff_email }: Tenant): Named {
  return { company_id: company.id, hostname: company.hostname, rows, staff_email }
}

function nowhere(): Named {
  const company_id = randomUUID()
  const email = `${randomUUID()}@exemplo.com.br`
  return { company_id, hostname: 'ninguem.localhost', rows: nowhereRows(), staff_email: email }
}

function requestsNaming(key: EndpointKey, named: Named, { customer }: Tenant): Sent[] {
  const byRow = callsNaming(named.rows, customer)[key]?.[0]
  const byIdentity = identityCalls[key]?.(named, customer)
  return [byRow, byIdentity].filter((sent) => sent !== undefined)
}

function credentialOf(probe: Probe, isControl: boolean): Record<string, string> {
  const { cell, naming, caller, target, role } = probe
  const isElsewhere = naming === 'company'
  const foreign = isControl && !isOpen(cell.key) ? randomUUID() : target.company.id
  const company_id = isElsewhere ? foreign : caller.company.id
  // To a visitor's endpoint of another company a credential must be as good as none.
  if (isElsewhere && isControl && isOpen(cell.key)) return { 'company-id': company_id }
  if (naming === 'till') return { authorization: `Bearer ${caller.otherKey}` }
  if (cell.credential === 'ended') return { 'company-id': company_id, ...endedOf(cell.key, caller) }
  return { 'company-id': company_id, ...secretOf(cell.credential, caller, role, company_id) }
}

function endedOf(key: EndpointKey, { ended }: Tenant): Record<string, string> {
  const { caller } = endpoints[key]
  if (caller === 'partner') return { authorization: `Bearer ${ended.key}` }
  return caller === 'customer' ? { authorization: ended.customer } : { cookie: ended.cookie }
}

function secretOf(
  credential: Exclude<CredentialKind, 'ended'>,
  { customer, company, staff }: Tenant,
  role: StaffRole,
  company_id: string,
): Record<string, string> {
  switch (credential) {
    case 'none':
      return {}
    case 'customer':
      return { authorization: customer.headers.authorization! }
    case 'till': {
      // A key names its company, so another company is named in the key.
      const digits = (id: string) => id.replaceAll('-', '')
      const key = company.key.replace(digits(company.id), digits(company_id))
      return { authorization: `Bearer ${key}` }
    }
    default:
      return { cookie: staff[role].cookie! }
  }
}
