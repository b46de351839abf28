import { randomInt } from 'node:crypto'

import { isCpf } from '#contract/person/document.ts'

/** A random valid CPF. */
export function newCpf(): string {
  return cpfWith(randomInt(100_000_000, 1_000_000_000))
}

/** The valid CPF that begins with these nine digits. Finds the two check digits by trying all 100 pairs. */
export function cpfWith(nine: number): string {
  const documents = Array.from(
    { length: 100 },
    (_, digits) => `${nine}${String(digits).padStart(2, '0')}`,
  )
  const document = documents.find(isCpf)
  if (!document) throw new Error(`No CPF begins with ${nine}.`)
  return document
}
