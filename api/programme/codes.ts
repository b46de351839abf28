/** Codes that a draft adds to a prize: sealed at once, and part of the prize only when the draft is published (D15, T16). */

import type { StaffCall } from '#api/audit/note.ts'
import { versionOf, withDefaults } from '#api/company-file/version.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { codeCounts, codesAtOnce, storedCodeKeys } from '#api/prize/codes.ts'
import { holdCaller } from '#api/staff/person.ts'
import { bareCode } from '#api/voucher/code/code.ts'
import { paced } from '#api/voucher/code/paced.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { PoolCode } from '#contract/prize.ts'
import {
  type AddedCodes,
  type Draft,
  type DraftCodes,
  maxCodes,
} from '#contract/programme/draft.ts'
import { codeText } from '#contract/programme/text.ts'
import { isObject } from '#contract/value/json.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'

import { ownerOf } from './act.ts'
import { beginDraft, lockDraft, saveDraft, type StoredDraft } from './stored-draft.ts'

/** Wrong lines that an answer names. */
const maxRefusedShown = 100

type Line = { line: number; code_key: Buffer; sealed_code: Buffer; keys: string[] }

/** Adds codes to a prize of the draft. The first codes begin the draft. Throws `not_found` for a prize that the draft does not have. */
export async function addDraftCodes(
  { database, secret }: SealedDatabase,
  { key, lines }: DraftCodes,
  caller: StaffCall,
): Promise<AddedCodes> {
  const owner = ownerOf(caller)
  const refused: AddedCodes['refused'] = []
  const sealedLines = await sealed(secret, caller.company_id, lines, refused)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const draft = (await lockDraft(connection, owner)) ?? (await newDraft(connection, caller))
    const document = withPool(draft.document, key)
    if (!document) throw new ApiError('not_found')
    const stored = await storedCodeKeys(
      connection,
      caller.company_id,
      sealedLines.flatMap(({ keys }) => keys.map((one) => Buffer.from(one, 'hex'))),
    )
    const before = await codesOfDraft(connection, owner)
    const free = maxCodes - before.filter(({ prize_key }) => prize_key === key).length
    const drafted = new Set(before.map(({ code_key }) => code_key.toString('hex')))
    const fresh = sealedLines.filter(({ line, keys }) => {
      const isStored = keys.some((one) => stored.has(one) || drafted.has(one))
      if (isStored) refused.push({ line, sentence: codeText.stored })
      return !isStored
    })
    for (const { line } of fresh.slice(free)) refused.push({ line, sentence: codeText.tooMany })
    const added = fresh.slice(0, free)
    await insertCodes(connection, owner, key, before.length, added)
    const revision =
      document === draft.document
        ? draft.revision
        : await saveDraft(connection, owner, { ...draft, document }, caller.now)
    return {
      revision,
      added: added.length,
      refused: refused.toSorted((one, other) => one.line - other.line).slice(0, maxRefusedShown),
      refused_count: refused.length,
    }
  })
}

/** Begins a draft on the newest version and locks it, or locks the draft that another tab has begun meanwhile. */
async function newDraft(connection: Database, caller: StaffCall): Promise<StoredDraft> {
  const { version, document } = (await versionOf(connection, caller.company_id))!
  const begun = { document: withDefaults(document), base_version: version }
  await beginDraft(connection, ownerOf(caller), begun, caller.now)
  return (await lockDraft(connection, ownerOf(caller)))!
}

/** The lines in the form in which they are stored; a wrong or repeated one goes to `refused`. */
async function sealed(
  secret: SealedDatabase['secret'],
  company_id: string,
  lines: string[],
  refused: AddedCodes['refused'],
): Promise<Line[]> {
  const codes = voucherCodes(secret)
  const earlier = new Set<string>()
  const read: Line[] = []
  await paced([...lines.entries()], ([at, written]) => {
    const code = written.trim()
    if (code === '') return
    const line = at + 1
    const { error } = PoolCode.safeParse(code)
    if (error) refused.push({ line, sentence: error.issues[0]!.message })
    else if (earlier.has(bareCode(code))) refused.push({ line, sentence: codeText.repeated })
    else {
      earlier.add(bareCode(code))
      const keys = codes.keysOf(company_id, code).map((one) => one.toString('hex'))
      read.push({ line, keys, ...codes.pairOf(company_id, code) })
    }
  })
  return read
}

/** The document, in which the prize has a pool of its own. Undefined without such a prize. */
function withPool(document: object, key: string): object | undefined {
  const prizes = (document as { prizes?: unknown }).prizes
  if (!Array.isArray(prizes)) return undefined
  const at = prizes.findIndex((prize) => isObject(prize) && prize['key'] === key)
  if (at === -1) return undefined
  const prize = prizes[at] as Record<string, unknown>
  if (isObject(prize['codes'])) return document
  const pool = { ...prize, codes: { pool: `codigos-${key}.txt` }, stock: null }
  return { ...document, prizes: prizes.with(at, pool) }
}

type StoredCode = { prize_key: string; code_key: Buffer; sealed_code: Buffer }

function codesOfDraft(
  database: Database,
  { company_id, staff_id }: { company_id: string; staff_id: string },
): Promise<StoredCode[]> {
  return rows(
    database,
    sql`select prize_key, code_key, sealed_code
          from programme_code
         where company_id = ${company_id} and staff_id = ${staff_id}
         order by position`,
  )
}

async function insertCodes(
  connection: Database,
  { company_id, staff_id }: { company_id: string; staff_id: string },
  key: string,
  after: number,
  lines: Pick<Line, 'code_key' | 'sealed_code'>[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += codesAtOnce) {
    const part = lines.slice(from, from + codesAtOnce)
    await rows(
      connection,
      sql`insert into programme_code (company_id, staff_id, prize_key, position, code_key, sealed_code)
          select ${company_id}, ${staff_id}, ${key}, ${after + from}::integer + position, code_key, sealed_code
            from unnest(${part.map(({ code_key }) => code_key)}::bytea[], ${part.map(({ sealed_code }) => sealed_code)}::bytea[])
                 with ordinality as code (code_key, sealed_code, position)
          on conflict do nothing`,
    )
  }
}

/** Deletes the codes that the draft adds. */
export async function deleteCodes(
  connection: Database,
  { company_id, staff_id }: { company_id: string; staff_id: string },
): Promise<void> {
  await rows(
    connection,
    sql`delete from programme_code where company_id = ${company_id} and staff_id = ${staff_id}`,
  )
}

/** Codes of a request: prize → sealed codes in Base64. */
export type RequestedCodes = Record<string, string[]>

/** The codes of the draft that the company does not have yet, for a publication. */
export async function draftCodes(
  database: Database,
  owner: { company_id: string; staff_id: string },
): Promise<RequestedCodes> {
  const codes = await codesOfDraft(database, owner)
  const keys = codes.map(({ code_key }) => code_key)
  const stored = await storedCodeKeys(database, owner.company_id, keys)
  const fresh = codes.filter(({ code_key }) => !stored.has(code_key.toString('hex')))
  return Object.fromEntries(
    [...Map.groupBy(fresh, ({ prize_key }) => prize_key)].map(([key, own]) => [
      key,
      own.map(({ sealed_code }) => sealed_code.toString('base64')),
    ]),
  )
}

/** The codes of a request that the company does not have yet: another publication may have brought some of them. */
export async function freshCodes(
  database: Database,
  secret: SealedDatabase['secret'],
  company_id: string,
  requested: RequestedCodes,
): Promise<RequestedCodes> {
  const { keysOf } = voucherCodes(secret)
  const fresh: RequestedCodes = {}
  for (const [key, codes] of await openedCodes(secret, company_id, requested)) {
    const keys = await paced(codes, (code) => keysOf(company_id, code))
    const stored = await storedCodeKeys(database, company_id, keys.flat())
    fresh[key] = requested[key]!.filter(
      (_, at) => !keys[at]!.some((one) => stored.has(one.toString('hex'))),
    )
  }
  return fresh
}

/** The codes as they were typed, by the key of their prize. */
export async function openedCodes(
  secret: SealedDatabase['secret'],
  company_id: string,
  requested: RequestedCodes,
): Promise<Map<string, string[]>> {
  const { open } = voucherCodes(secret)
  const opened = new Map<string, string[]>()
  for (const [key, codes] of Object.entries(requested)) {
    opened.set(key, await paced(codes, (code) => open(company_id, Buffer.from(code, 'base64'))))
  }
  return opened
}

/** Gives the codes of a request back to a draft, behind those that the draft has. */
export async function restoreCodes(
  connection: Database,
  secret: SealedDatabase['secret'],
  owner: { company_id: string; staff_id: string },
  requested: RequestedCodes,
): Promise<void> {
  const codes = voucherCodes(secret)
  let position = (await codesOfDraft(connection, owner)).length
  for (const [key, lines] of await openedCodes(secret, owner.company_id, requested)) {
    const pairs = await paced(lines, (line) => codes.pairOf(owner.company_id, line))
    await insertCodes(connection, owner, key, position, pairs)
    position += lines.length
  }
}

/** The prizes with codes of their own: those that are there, and those that the draft adds. */
export async function poolsOfDraft(
  database: Database,
  owner: { company_id: string; staff_id: string },
): Promise<Draft['pools']> {
  const { company_id, staff_id } = owner
  const added = await rows<{ key: string; added: number }>(
    database,
    // Without codes that another publication has brought meanwhile.
    sql`with own as materialized (
          select prize_key, code_key
            from programme_code
           where company_id = ${company_id} and staff_id = ${staff_id})
        select prize_key as key, count(*)::integer as added
          from own
         where code_key not in (
                 select stored
                   from prize_code_keys(${company_id}, array(select code_key from own)) stored)
           and code_key not in (
                 select sold
                   from voucher_keys(${company_id}, array(select code_key from own)) sold)
         group by prize_key`,
  )
  return poolsWith(database, company_id, new Map(added.map((one) => [one.key, one.added])))
}

/** The same for the codes of a request, or without any. */
export function poolsOfRequest(
  database: Database,
  company_id: string,
  codes: RequestedCodes = {},
): Promise<Draft['pools']> {
  const added = Object.entries(codes).map(([key, lines]) => [key, lines.length] as const)
  return poolsWith(database, company_id, new Map(added))
}

async function poolsWith(
  database: Database,
  company_id: string,
  added: Map<string, number>,
): Promise<Draft['pools']> {
  const counts = await codeCounts(database, company_id)
  const keys = new Set([...counts.map(({ key }) => key), ...added.keys()])
  return [...keys].map((key) => {
    const { free = 0, issued = 0 } = counts.find((one) => one.key === key) ?? {}
    return { key, free, issued, added: added.get(key) ?? 0 }
  })
}
