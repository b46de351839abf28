/** The codes of vouchers in stored outcomes. They are sealed by the server; `fiel reseal` seals them again. */

import { type Database, rows, sql } from '#database/sql.ts'

type Row = { key: string; is_current: boolean }
type Place = [principal_kind: string, principal_id: string, key: string]

const lowest: Place = ['', '00000000-0000-0000-0000-000000000000', '']

/** At most `count` outcomes after the key `after`. `is_current`: each sealed code in the outcome begins with the byte `number`. */
export function outcomesAfter(
  database: Database,
  {
    company_id,
    number,
    after,
    count,
  }: { company_id: string; number: number; after: string | null; count: number },
): Promise<Row[]> {
  const [kind, id, key] = after === null ? lowest : (JSON.parse(after) as Place)
  return rows(
    database,
    sql`select jsonb_build_array(principal_kind, principal_id, key)::text as key,
               not has_other_seal(result, ${number}) as is_current
          from idempotency
         where company_id = ${company_id}
           and (principal_kind, principal_id, key) > (${kind}, ${id}::uuid, ${key})
         order by principal_kind, principal_id, key
         limit ${count}`,
  )
}

/** Replaces the sealed codes of outcomes that no other transaction has locked. Returns the number of outcomes. */
export async function sealOutcomesAgain(
  connection: Database,
  { company_id, number, keys }: { company_id: string; number: number; keys: string[] },
  resealed: (sealed: Buffer) => Buffer,
): Promise<number> {
  const places = keys.map((key) => JSON.parse(key) as Place)
  const locked = await rows<{ kind: string; id: string; key: string; result: object }>(
    connection,
    sql`select principal_kind as kind, principal_id as id, key, result
          from idempotency
         where company_id = ${company_id}
           and (principal_kind, principal_id, key) in (
                 select *
                   from unnest(${places.map(([kind]) => kind)}::text[], ${places.map(([, id]) => id)}::uuid[],
                               ${places.map(([, , key]) => key)}::text[]))
           and has_other_seal(result, ${number})
           for update skip locked`,
  )
  for (const { kind, id, key, result } of locked) {
    const replaced = JSON.stringify(result, (name, value: unknown) =>
      name === 'sealed_code' && typeof value === 'string' ? written(value, resealed) : value,
    )
    await rows(
      connection,
      sql`update idempotency
             set result = ${replaced}
           where company_id = ${company_id}
             and principal_kind = ${kind}
             and principal_id = ${id}
             and key = ${key}`,
    )
  }
  return locked.length
}

/** Byte strings are written as `\x…`. */
function written(value: string, resealed: (sealed: Buffer) => Buffer): string {
  return String.raw`\x${resealed(Buffer.from(value.slice(2), 'hex')).toString('hex')}`
}
