/** What does not change during a schedule: the companies with their people, keys and prizes. */

import { hash } from 'node:crypto'

import type { Chance } from '../time/chance.ts'

export type PartnerKey = {
  id: string
  company_id: string
  key: string
  hash: string
  staff_id: string | null
}
export type Prize = { id: string; company_id: string; name: string; value: number }
export type Person = {
  id: string
  company_id: string
  document: string
  name: string
  token: string
  token_hash: Buffer
}
export type Staff = { id: string; company_id: string; name: string; token_hash: Buffer }

export type Facts = {
  companies: string[]
  /** By the hash of the key, of the session's token, and by company and document, as commands name them. */
  byKey: Map<string, PartnerKey>
  byToken: Map<string, Person>
  byDocument: Map<string, Person>
  people: Person[]
  keys: PartnerKey[]
  prizes: Prize[]
  staff: Staff[]
  /** The name of the only shop of every company. */
  shop: string
  intention_minutes: number
  /** Until this instant, in ms since 1970, no notice is sent. */
  quiet_until_ms: number
}

export const shop = 'Loja 1'

/** Companies with two tills, one prize and one staff member each. */
export function newFacts(chance: Chance, size: { companies: number; people: number }): Facts {
  const companies = Array.from({ length: size.companies }, () => chance.uuid())
  const people = Array.from({ length: size.people }, (_, n) => {
    const token = chance.bytes(32).toString('base64url')
    return {
      id: chance.uuid(),
      company_id: companies[n % companies.length]!,
      document: cpfOf(n),
      name: `Pessoa ${n}`,
      token,
      token_hash: digest(token),
    }
  })
  const staff = companies.map((company_id, n) => ({
    id: chance.uuid(),
    company_id,
    name: `Atendente ${n}`,
    token_hash: digest(`staff ${n}`),
  }))
  const tills = companies.flatMap((company_id) => [
    newKey(chance, company_id, null),
    newKey(chance, company_id, null),
  ])
  const counters = staff.map(({ company_id, id }) => newKey(chance, company_id, id))
  const prizes = companies.map((company_id) => ({
    id: chance.uuid(),
    company_id,
    name: 'Café',
    value: 3,
  }))
  const keys = [...tills, ...counters]
  // Short, so that a schedule sees requests expire.
  const intention_minutes = 0.25
  return factsOf({
    companies,
    people,
    keys,
    prizes,
    staff,
    shop,
    intention_minutes,
    quiet_until_ms: 0,
  })
}

/** Adds the maps. */
export function factsOf(facts: Omit<Facts, 'byKey' | 'byToken' | 'byDocument'>): Facts {
  const { people, keys } = facts
  return {
    ...facts,
    byKey: new Map(keys.map((key) => [`\\x${key.hash}`, key])),
    byToken: new Map(people.map((one) => [`\\x${one.token_hash.toString('hex')}`, one])),
    byDocument: new Map(people.map((one) => [`${one.company_id} ${one.document}`, one])),
  }
}

/** The n-th CPF: nine digits and two check digits. */
function cpfOf(n: number): string {
  let digits = String(100_000_000 + n)
  for (const weight of [10, 11]) {
    const sum = Array.from(digits).reduce(
      (total, digit, at) => total + Number(digit) * (weight - at),
      0,
    )
    digits += String(((sum * 10) % 11) % 10)
  }
  return digits
}

function newKey(chance: Chance, company_id: string, staff_id: string | null): PartnerKey {
  const key = `fiel_${chance.bytes(24).toString('base64url')}`
  return { id: chance.uuid(), company_id, key, hash: digest(key).toString('hex'), staff_id }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
