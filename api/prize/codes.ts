/** A company's own codes for a prize: the lines of a text file, stored sealed (D8, T16). */

import { paced } from '#api/voucher/code/paced.ts'
import type { CodePair, VoucherCodes } from '#api/voucher/code/sealed-code.ts'
import type { PrizeFile } from '#contract/prize.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Text file → its lines. 'as applied': the codes in the database stay. */
type Pools = Map<string, string[] | 'as applied'>

/**
 * Applies the text files to the pools. New lines become free codes, and free codes without a line are removed. Free codes take
 * the spelling of the file. Sold codes stay.
 */
export async function applyCodes(
  connection: Database,
  voucherCodes: VoucherCodes,
  company_id: string,
  prizes: PrizeFile[],
  pools: Pools,
): Promise<void> {
  const { keys, lines, untouched } = pooled(prizes, pools)
  const pairs = await storedPairs(
    connection,
    company_id,
    await sealedLines(voucherCodes, company_id, lines),
  )
  const codeKeys = pairs.map(({ code_key }) => code_key)
  const sealedCodes = pairs.map(({ sealed_code }) => sealed_code)
  await rows(
    connection,
    sql`delete from prize_code
         using prize
         where prize_code.company_id = ${company_id}
           and prize.company_id = prize_code.company_id
           and prize.id = prize_code.prize_id
           and prize_code.voucher_id is null
           and prize.key <> all (${untouched})
           and (prize.key, prize_code.code_key) not in (select * from unnest(${keys}::text[], ${codeKeys}::bytea[]))`,
  )
  await rows(
    connection,
    sql`insert into prize_code (company_id, prize_id, code_key, sealed_code, position)
        select ${company_id}, prize.id, file_code.code_key, file_code.sealed_code, file_code.position
          from unnest(${keys}::text[], ${codeKeys}::bytea[], ${sealedCodes}::bytea[])
               with ordinality as file_code (key, code_key, sealed_code, position)
          join prize on prize.company_id = ${company_id} and prize.key = file_code.key
         where file_code.code_key not in (
                 select sold from voucher_keys(${company_id}, ${codeKeys}) sold)
        on conflict (company_id, code_key) do update
           set position = excluded.position,
               sealed_code = excluded.sealed_code
         where prize_code.voucher_id is null`,
  )
}

/** Adds free codes behind those that the prizes have, and removes none. Codes that the company has already stay as they are. */
export async function addCodes(
  connection: Database,
  company_id: string,
  codesByPrize: Map<string, SealedLine[]>,
): Promise<void> {
  for (const [key, codes] of codesByPrize) {
    const pairs = await storedPairs(connection, company_id, codes)
    for (let from = 0; from < pairs.length; from += codesAtOnce) {
      await appendCodes(connection, company_id, key, pairs.slice(from, from + codesAtOnce))
    }
  }
}

/** Codes of one statement. It takes about 1 s, so that a busy server stays within its time limit of 15 s. */
export const codesAtOnce = 20_000

async function appendCodes(
  connection: Database,
  company_id: string,
  key: string,
  pairs: CodePair[],
): Promise<void> {
  const codeKeys = pairs.map(({ code_key }) => code_key)
  const sealedCodes = pairs.map(({ sealed_code }) => sealed_code)
  await rows(
    connection,
    // Materialised, so that the last position is read once and not for each code.
    sql`with target as materialized (
          select prize.id, coalesce(max(prize_code.position), 0) as last
            from prize
            left join prize_code on prize_code.company_id = prize.company_id and prize_code.prize_id = prize.id
           where prize.company_id = ${company_id} and prize.key = ${key}
           group by prize.id)
        insert into prize_code (company_id, prize_id, code_key, sealed_code, position)
        select ${company_id}, target.id, new_code.code_key, new_code.sealed_code, target.last + new_code.position
          from target
         cross join unnest(${codeKeys}::bytea[], ${sealedCodes}::bytea[])
                    with ordinality as new_code (code_key, sealed_code, position)
         where new_code.code_key not in (
                 select sold from voucher_keys(${company_id}, ${codeKeys}) sold)
        on conflict (company_id, code_key) do nothing`,
  )
}

/** The given keys under which the company has a code already, sold or not. */
export async function storedCodeKeys(
  database: Database,
  company_id: string,
  codeKeys: Buffer[],
): Promise<Set<string>> {
  const stored = await rows<{ code_key: Buffer }>(
    database,
    sql`select code_key from prize_code_keys(${company_id}, ${codeKeys}) code_key
         union
        select code_key from voucher_keys(${company_id}, ${codeKeys}) code_key`,
  )
  return new Set(stored.map(({ code_key }) => code_key.toString('hex')))
}

/** The numbers of free and issued codes of each prize that has codes of the company. */
export function codeCounts(
  database: Database,
  company_id: string,
): Promise<{ key: string; free: number; issued: number }[]> {
  return rows(
    database,
    sql`select prize.key,
               (count(*) filter (where prize_code.voucher_id is null))::integer as free,
               (count(*) filter (where prize_code.voucher_id is not null))::integer as issued
          from prize
          join prize_code on prize_code.company_id = prize.company_id and prize_code.prize_id = prize.id
         where prize.company_id = ${company_id}
         group by prize.key`,
  )
}

/** The numbers of added and removed codes, one line a file: '+ codes.txt: 200 codes'. Never a code, which is worth a prize. */
export async function codesDifference(
  database: Database,
  voucherCodes: VoucherCodes,
  company_id: string | undefined,
  prizes: PrizeFile[],
  pools: Pools,
): Promise<string[]> {
  const { keys, lines, untouched } = pooled(prizes, pools)
  // A new company has no codes.
  if (company_id === undefined) return difference({ brought: lines.length, taken: 0 })
  const pairs = await storedPairs(
    database,
    company_id,
    await sealedLines(voucherCodes, company_id, lines),
  )
  const codeKeys = pairs.map(({ code_key }) => code_key)
  const changed = await row<{ brought: number; taken: number }>(
    database,
    sql`with file_code as (
          select key, code_key from unnest(${keys}::text[], ${codeKeys}::bytea[]) as file_code (key, code_key)),
        free as (
          select prize.key, prize_code.code_key
            from prize
            join prize_code on prize_code.company_id = prize.company_id and prize_code.prize_id = prize.id
           where prize.company_id = ${company_id}
             and prize.key <> all (${untouched})
             and prize_code.voucher_id is null)
        select (select count(*)
                  from file_code
                 where (key, code_key) not in (select key, code_key from free)
                   and code_key not in (
                         select sold from voucher_keys(${company_id}, ${codeKeys}) sold)) as brought,
               (select count(*)
                  from free
                 where (key, code_key) not in (select key, code_key from file_code)) as taken`,
  )
  return difference(changed!)
}

/** The pairs of a line under each secret, that of the first secret first. */
export type SealedLine = [CodePair, ...CodePair[]]

/** Seals lines: seconds for 100,000, so that a transaction with locks gets them ready. */
export function sealedLines(
  voucherCodes: VoucherCodes,
  company_id: string,
  lines: string[],
): Promise<SealedLine[]> {
  return paced(lines, (line) => voucherCodes.pairsOf(company_id, line))
}

/**
 * The pair of look-up key and sealed code for each line. A code that is stored under another secret than the first keeps that key,
 * so that no code is stored twice. The caller has locked the company's row. `fiel reseal` waits for this lock before it changes a
 * key.
 */
async function storedPairs(
  database: Database,
  company_id: string,
  pairs: SealedLine[],
): Promise<CodePair[]> {
  const otherKeys = pairs.flatMap(([, ...others]) => others.map(({ code_key }) => code_key))
  if (otherKeys.length === 0) return pairs.map(([first]) => first)
  const stored = await rows<{ code_key: Buffer }>(
    database,
    sql`select code_key from prize_code_keys(${company_id}, ${otherKeys}) code_key
         union
        select code_key from voucher_keys(${company_id}, ${otherKeys}) code_key`,
  )
  const storedKeys = new Set(stored.map(({ code_key }) => code_key.toString('hex')))
  return pairs.map(
    ([first, ...others]) =>
      others.find(({ code_key }) => storedKeys.has(code_key.toString('hex'))) ?? first,
  )
}

function difference({ brought, taken }: { brought: number; taken: number }): string[] {
  return [
    ...(brought > 0 ? [`+ codes: ${brought}`] : []),
    ...(taken > 0 ? [`- codes: ${taken}`] : []),
  ]
}

/** Pairs of a prize's key and a line of its text file. `untouched`: the keys of the prizes whose stored codes stay. */
function pooled(prizes: PrizeFile[], read: Pools) {
  const pools = prizes.flatMap(({ key, codes: source }) =>
    // readCompanyFolder has read every file that a prize names.
    source === 'generated' ? [] : [{ key, lines: read.get(source.pool)! }],
  )
  const pairs = pools.flatMap(({ key, lines }) =>
    lines === 'as applied' ? [] : lines.map((line) => [key, line] as const),
  )
  return {
    keys: pairs.map(([key]) => key),
    lines: pairs.map(([, line]) => line),
    untouched: pools.filter(({ lines }) => lines === 'as applied').map(({ key }) => key),
  }
}
