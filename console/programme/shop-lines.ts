import { subsidiaryKey } from '#contract/subsidiary.ts'

import type { Doc } from './document/path.ts'

/** 'Centro; Rua A, 1; (11) 4000-0000' → a shop. A tab divides as well, because spreadsheets copy it. A repeated shop is left out. */
export function shopsOfLines(
  text: string,
  known: ReadonlySet<string>,
): { shops: Doc[]; skipped: number } {
  const seen = new Set(known)
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const shops = lines.flatMap((line) => {
    const [name = '', address, phone] = line.split(/[;\t]/).map((part) => part.trim())
    const key = subsidiaryKey(name)
    if (key === '' || seen.has(key)) return []
    seen.add(key)
    return [{ name, address: address || null, phone: phone || null, url: null }]
  })
  return { shops, skipped: lines.length - shops.length }
}
