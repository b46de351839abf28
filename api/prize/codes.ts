/** The codes that a company brings for a prize: the lines of a text file beside its own (D8). */

import { type Database, row, rows, sql } from '#api/database/sql.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import type { PrizeFile } from '#contract/prize.ts'

/** The lines of a prize's text file, or that the codes which are applied stay. */
type Pools = Map<string, string[] | 'as applied'>

/** Makes the pools what the files say: new lines are free to be redeemed, lines that are gone are not. What is sold stays sold. */
export async function applyCodes(
  connection: Database,
  company_id: string,
  prizes: PrizeFile[],
  codes: Pools,
): Promise<void> {
  const { keys, lines, untouched } = pooled(prizes, codes)
  await rows(
    connection,
    sql`delete from prize_code
         using prize
         where prize_code.company_id = ${company_id}
           and prize.company_id = prize_code.company_id
           and prize.id = prize_code.prize_id
           and prize_code.voucher_id is null
           and prize.key <> all (${untouched})
           and (prize.key, prize_code.code) not in (select * from unnest(${keys}::text[], ${lines}::text[]))`,
  )
  await rows(
    connection,
    sql`insert into prize_code (company_id, prize_id, code, position)
        select ${company_id}, prize.id, given.code, given.position
          from unnest(${keys}::text[], ${lines}::text[]) with ordinality as given (key, code, position)
          join prize on prize.company_id = ${company_id} and prize.key = given.key
         where not exists (
                 select
                   from voucher
                  where voucher.company_id = ${company_id}
                    and voucher.code_key = upper(replace(given.code, '-', '')))
        on conflict (company_id, code_key) do update
           set position = excluded.position
         where prize_code.voucher_id is null`,
  )
}

/** How many codes a text file brings and takes away, a line a file: '+ codes.txt: 200 codes'. Never a code: it is worth a prize. */
export async function codesDifference(
  database: Database,
  { slug, prizes }: CompanyFile,
  codes: Pools,
): Promise<string[]> {
  const { keys, lines, untouched } = pooled(prizes, codes)
  const changed = await row<{ brought: number; taken: number }>(
    database,
    sql`with given as (
          select key, code from unnest(${keys}::text[], ${lines}::text[]) as given (key, code)),
        free as (
          select prize.key, prize_code.code
            from company
            join prize on prize.company_id = company.company_id
            join prize_code on prize_code.company_id = prize.company_id and prize_code.prize_id = prize.id
           where company.slug = ${slug}
             and prize.key <> all (${untouched})
             and prize_code.voucher_id is null)
        select (select count(*)
                  from given
                 where (key, code) not in (select key, code from free)
                   and not exists (
                         select
                           from company
                           join voucher on voucher.company_id = company.company_id
                          where company.slug = ${slug}
                            and voucher.code_key = upper(replace(given.code, '-', '')))) as brought,
               (select count(*)
                  from free
                 where (key, code) not in (select key, code from given)) as taken`,
  )
  const { brought, taken } = changed!
  return [
    ...(brought > 0 ? [`+ codes: ${brought}`] : []),
    ...(taken > 0 ? [`- codes: ${taken}`] : []),
  ]
}

/** Each line beside the key of its prize; `untouched`: the keys of prizes whose codes stay. */
function pooled(prizes: PrizeFile[], codes: Pools) {
  const pools = prizes.flatMap(({ key, codes: source }) =>
    // readCompanyFolder has read every file that a prize names.
    source === 'generated' ? [] : [{ key, lines: codes.get(source.pool)! }],
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
