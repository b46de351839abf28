/** Finds what belongs to another company: its ids, documents and the marks of its texts. */

import type pg from 'pg'

import { markPattern, type Tenant } from './companies.ts'
import { companyTables, readTable } from './tables.ts'

/** Ids that everybody may read: visitors see levels and the pictures of a company. */
const publicTables = new Set(['level', 'company_image', 'company_image_size'])

export type Owners = {
  /** Each thing of a company other than `reader` in the text. `opens`: the company whose public texts the caller may read. */
  foreignIn: (text: string, reader: number | null, opens: number | null) => string[]
}

type Owner = { number: number; isPublic: boolean }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** A CPF without punctuation. */
const document = /(?<!\d)\d{11}(?!\d)/g

/** Reads all rows of the companies, and notes to whom each id and document belongs. */
export async function readOwners(database: pg.Pool, tenants: Tenant[]): Promise<Owners> {
  const numbers = new Map(tenants.map(({ company, number }) => [company.id, number]))
  const owners = new Map<string, Owner>()
  for (const name of await companyTables(database)) {
    const isPublic = publicTables.has(name)
    for (const { company_id, content } of await readTable(database, name)) {
      const number = numbers.get(company_id)
      if (number === undefined) continue
      for (const [found] of [...content.matchAll(uuid), ...content.matchAll(document)]) {
        if (!numbers.has(found) && !owners.get(found)?.isPublic)
          owners.set(found, { number, isPublic })
      }
    }
  }
  for (const { rows: named, number } of tenants) {
    owners.set(named.voucher.code, { number, isPublic: false })
  }
  return {
    foreignIn: (text, reader, opens) => [
      ...new Set(
        [...namesIn(text)].flatMap(({ name, owner = owners.get(name) }) => {
          if (!owner || owner.number === reader) return []
          return owner.isPublic && owner.number === opens ? [] : [name]
        }),
      ),
    ],
  }
}

function* namesIn(text: string): Generator<{ name: string; owner?: Owner }> {
  for (const [name] of text.matchAll(uuid)) yield { name }
  for (const [name] of text.matchAll(document)) yield { name }
  for (const [name] of text.matchAll(/[0-9A-Z]{10,}/g)) yield { name }
  for (const [name, kind, number] of text.matchAll(markPattern)) {
    yield { name, owner: { number: Number(number), isPublic: kind!.toLowerCase() === 'y' } }
  }
}
