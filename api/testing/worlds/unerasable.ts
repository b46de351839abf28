import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Each erasure of the customer fails, until the test has finished. */
export async function makeUnerasable(database: pg.Pool, customer_id: string): Promise<void> {
  await database.query(
    `create function refuse_erasure() returns trigger language plpgsql as $$
     begin
       raise exception 'the customer cannot be erased';
     end $$;
     create trigger refuse_erasure before update on balance
        for each row when (new.is_erased and new.customer_id = '${customer_id}') execute function refuse_erasure()`,
  )
  onTestFinished(async () => {
    await database.query('drop function refuse_erasure() cascade')
  })
}
