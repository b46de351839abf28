/** The hashes of a head (contract/head/head.ts says of what). */

import { hash } from 'node:crypto'

import { type HeadFacts, headText } from '#contract/head/head.ts'

/** The hash before the first head. */
export const noHeadHash = '0'.repeat(64)

/** The hash of a head, in hexadecimal digits. */
export function hashHead(facts: HeadFacts): string {
  return hash('sha256', headText(facts), 'hex')
}

/** The 52 bytes of a customer in a head: the id, the sequence of the last covered record, and that record's hash. */
export function entryBytes(customer_id: string, sequence: number, recordHash: Buffer): Buffer {
  const number = Buffer.alloc(4)
  number.writeInt32BE(sequence)
  return Buffer.concat([Buffer.from(customer_id.replaceAll('-', ''), 'hex'), number, recordHash])
}
