/** The head of a day: a hash over all records of a company, signed by the server (docs/decisions/058-daily-head.md). */

import * as z from 'zod/mini'

import { Uuid } from '#contract/value/uuid.ts'

/** SHA-256 in 64 hexadecimal digits. */
export const HeadHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const RecordHead = z.object({
  company_id: Uuid,
  /** 1, 2, 3 … a company, without gaps. */
  number: z.int(),
  /** A day in the company's time zone, and the instant of its end. */
  day: z.iso.date(),
  until: z.iso.datetime(),
  /** Customers with records since the head before. */
  customers: z.int(),
  /** All records of the company until then. */
  records: z.int(),
  /**
   * SHA-256 over these customers in the order of their ids. Each has 52 bytes: the id (16), the sequence of the last record (4, big-endian)
   * and the hash of that record (32).
   */
  entries_hash: HeadHash,
  /** The hash of the head before; zeros for the first. */
  previous_hash: HeadHash,
  /** SHA-256 of `headText`. */
  hash: HeadHash,
  /** Ed25519, as SubjectPublicKeyInfo in base64. */
  public_key: z.string(),
  /** Ed25519 of the 32 bytes of the hash, in base64. */
  signature: z.string(),
})
export type RecordHead = z.infer<typeof RecordHead>

/** GET /admin/head: the heads with a number below `before`, the newest first. */
export const HeadPage = z.strictObject({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1))),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})

/** The command that proves a head from the records. The server's operator runs it. */
export function proofCommand({ hash }: Pick<RecordHead, 'hash'>): string {
  return `fiel audit --head ${hash}`
}

export type HeadFacts = Omit<RecordHead, 'hash' | 'public_key' | 'signature'>

/** The text that is hashed. The names of the fields are part of it, and each line ends with a line feed. */
export function headText(head: HeadFacts): string {
  const lines = [
    'fiel head 1',
    `company ${head.company_id}`,
    `number ${head.number}`,
    `day ${head.day}`,
    `until ${head.until}`,
    `customers ${head.customers}`,
    `records ${head.records}`,
    `entries ${head.entries_hash}`,
    `previous ${head.previous_hash}`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Where a server publishes the public keys of its heads. It is of the server, not of a company: any host answers it. */
export const headKeyPath = '/.well-known/fiel-head-key'
