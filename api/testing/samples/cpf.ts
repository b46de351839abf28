import { randomInt } from 'node:crypto'

import { isCpf } from '#contract/person/document.ts'

/** Finds the two check digits by trying all 100 pairs. */
export function newCpf(): string {
  const nine = randomInt(100_000_000, 1_000_000_000)
  const documents = Array.from(
    { length: 100 },
    (_, digits) => `${nine}${String(digits).padStart(2, '0')}`,
  )
  return documents.find(isCpf) ?? newCpf()
}
