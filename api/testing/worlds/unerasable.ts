import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Each erasure of the customer fails, until the test has finished. Not by a trigger: Citus refuses one on a distributed table. */
export async function makeUnerasable(database: pg.Pool, customer_id: string): Promise<void> {
  await database.query(
    `alter table balance add constraint unerasable
           check (not (is_erased and customer_id = '${customer_id}')) not valid`,
  )
  onTestFinished(async () => {
    await database.query('alter table balance drop constraint unerasable')
  })
}
