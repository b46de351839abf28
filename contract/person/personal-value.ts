/**
 * The kinds of personal values. A kind says how to remove a value from a log line. It also says how to mask a value for a reader
 * without the right to see it. contract/person/personal-data.ts names the columns that hold them.
 */

import { maskedDocument } from './document.ts'

/** Text that a message quotes. */
const quoted = { pattern: /"[^"]*"?|“[^”]*”?/g, put: '"…"' }
const emailForm = { pattern: /[^\s@]+@[^\s@]+/g, put: '[email]' }
/** The query and the fragment of a URL. */
const queryForm = { pattern: /[?#]\S+/g, put: '?…' }
const idForm = { pattern: /[\w-]{20,}(\.[\w-]+)*/g, put: '[id]' }
const cnpjForm = {
  pattern: /\b[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/?[A-Z\d]{4}-?\d{2}\b/g,
  put: '[number]',
}
const numberForm = { pattern: /\+?\d(?:[\s()./-]*\d){4,}/g, put: '[number]' }

/** In the order of their application: an email may contain a number, and an id may too. */
const forms = [quoted, emailForm, queryForm, idForm, cnpjForm, numberForm]
type Form = (typeof forms)[number]

type Kind = {
  /** The patterns that remove such values from free text. Empty: no pattern recognises the value, so the log drops the field. */
  scrubbedAs: readonly Form[]
  mask: (value: string) => string
}

const hidden = () => '…'

const personalKinds = {
  name: { scrubbedAs: [quoted], mask: maskName },
  email: { scrubbedAs: [emailForm, quoted], mask: maskEmail },
  /** A Brazilian phone with +55. */
  phone: { scrubbedAs: [numberForm], mask: (phone) => `…${phone.slice(-4)}` },
  /** CPF or CNPJ. */
  document: { scrubbedAs: [cnpjForm, numberForm], mask: maskedDocument },
  birthdate: { scrubbedAs: [numberForm], mask: hidden },
  /** A part of a postal address. */
  address: { scrubbedAs: [quoted, numberForm], mask: hidden },
  /** A fact about the person, such as the sex, a consent or the way of signing in. */
  fact: { scrubbedAs: [], mask: hidden },
  /** The name of a browser. */
  device: { scrubbedAs: [], mask: hidden },
  /** A customer's name at another system, or a till's number of a sale. */
  reference: { scrubbedAs: [idForm, numberForm], mask: hidden },
  /** Figures and words about the person in a stored body. */
  body: { scrubbedAs: [quoted], mask: hidden },
  /** A hash or a sealed value that opens, proves or identifies something. */
  secret: { scrubbedAs: [idForm], mask: hidden },
} as const satisfies Record<string, Kind>

export type PersonalKind = keyof typeof personalKinds

/** A log line stays readable, and no body is copied into a log. */
const maxLength = 300

/**
 * Removes from a message or a path all text that could name a person: quoted text, addresses, queries, tokens and ids. It also
 * removes every long number (CPF, CNPJ, phone, CEP, card). In doubt it removes too much.
 */
export function withoutPersonalData(text: string): string {
  return forms
    .reduce((scrubbed, { pattern, put }) => scrubbed.replaceAll(pattern, put), text)
    .slice(0, maxLength)
}

/** The value masked for a reader without the right to see it; null stays null. */
export function masked(kind: PersonalKind, value: string | null): string | null {
  return value === null ? null : personalKinds[kind].mask(value)
}

/** 'Marina Duarte Lima' becomes 'Marina D. L.' */
function maskName(name: string): string {
  const [first, ...others] = name.split(/\s+/)
  return [first, ...others.map((other) => `${String.fromCodePoint(other.codePointAt(0)!)}.`)].join(
    ' ',
  )
}

/** 'ana.lima@exemplo.com.br' becomes 'a…@exemplo.com.br' */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
