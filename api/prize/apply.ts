/** Applies the prizes of a company's file (D11). */

import type { PrizeFile } from '#contract/prize.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/**
 * A prize with an unchanged key keeps its id. A prize that was removed from the file is hidden and not deleted, because vouchers
 * refer to it. A stock counts vouchers from the first file that states it.
 *
 * The rows are locked in the file's order. That cannot deadlock: the caller has locked the company's row, and the engine waits
 * for no prize (engine/locate/lock.sql).
 */
export async function applyPrizes(
  connection: Database,
  company_id: string,
  prizes: PrizeFile[],
  pictureUrl: (name: string | null) => string | null,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update prize
           set show_in_store = false,
               updated_at = ${now},
               withdrawn_at = ${now}
         where company_id = ${company_id}
           and withdrawn_at is null
           and key <> all (${prizes.map((prize) => prize.key)})`,
  )
  for (const [position, prize] of prizes.entries()) {
    await rows(
      connection,
      sql`insert into prize (
            company_id, key, position, name, description, tos_url, photo_url, value, category, expires_in_days, expires_on,
            show_in_store, level_required, requires_complete_profile, has_code_pool, stock, stock_since, integrator_id,
            created_at, updated_at)
          values (${company_id}, ${prize.key}, ${position}, ${prize.name}, ${prize.description}, ${prize.tos_url},
            ${pictureUrl(prize.photo)}, ${prize.value}, ${prize.category}, ${prize.expires_in}, ${prize.expires_at},
            ${prize.show_in_store}, ${prize.level_required}, ${prize.complete_profile_required},
            ${prize.codes !== 'generated'}, ${prize.stock}, ${prize.stock === null ? null : now}, ${prize.integrator_id}, ${now},
            ${now})
          on conflict (company_id, key) do update
             set position = excluded.position,
                 name = excluded.name,
                 description = excluded.description,
                 tos_url = excluded.tos_url,
                 photo_url = excluded.photo_url,
                 value = excluded.value,
                 category = excluded.category,
                 expires_in_days = excluded.expires_in_days,
                 expires_on = excluded.expires_on,
                 show_in_store = excluded.show_in_store,
                 level_required = excluded.level_required,
                 requires_complete_profile = excluded.requires_complete_profile,
                 has_code_pool = excluded.has_code_pool,
                 stock = excluded.stock,
                 issued = case when prize.stock is null then 0 else prize.issued end,
                 stock_since = case when prize.stock is null or excluded.stock is null then excluded.stock_since
                                    else prize.stock_since
                               end,
                 integrator_id = excluded.integrator_id,
                 updated_at = excluded.updated_at,
                 withdrawn_at = null
           -- An unchanged prize keeps its updated_at.
           where (prize.position, prize.name, prize.description, prize.tos_url, prize.photo_url, prize.value,
                  prize.category, prize.expires_in_days, prize.expires_on, prize.show_in_store, prize.level_required,
                  prize.requires_complete_profile, prize.has_code_pool, prize.stock, prize.integrator_id,
                  prize.withdrawn_at)
                 is distinct from
                 (excluded.position, excluded.name, excluded.description, excluded.tos_url, excluded.photo_url,
                  excluded.value, excluded.category, excluded.expires_in_days, excluded.expires_on,
                  excluded.show_in_store, excluded.level_required, excluded.requires_complete_profile,
                  excluded.has_code_pool, excluded.stock, excluded.integrator_id, null)`,
    )
  }
}

/** Key → id of the company's prizes with these keys. */
export async function prizeIds(
  database: Database,
  company_id: string,
  keys: string[],
): Promise<Map<string, string>> {
  const found = await rows<{ key: string; id: string }>(
    database,
    sql`select key, id from prize where company_id = ${company_id} and key = any (${keys})`,
  )
  return new Map(found.map(({ key, id }) => [key, id]))
}
