/** What somebody with all rights in the database can do to the ledger beside changing rows. */

import type { Database } from '#database/sql.ts'

/** Computes the hashes of the customer's chain anew, as the tables' owner can, and stores the last one in the balance. */
export async function rehash(database: Database, customer_id: string): Promise<void> {
  await database.query(
    `do $$
     declare
       entry points_record;
       previous bytea := '';
     begin
       for entry in select * from points_record where customer_id = '${customer_id}' order by sequence loop
         previous := record_hash(previous, row(entry.*)::ledger_entry);
         update points_record set hash = previous where id = entry.id;
       end loop;
       update balance set last_hash = previous where customer_id = '${customer_id}';
     end $$`,
  )
}
