/** `npm run audit`: replays every customer's records. Exit code 1 when a kept balance differs. */

import { withDatabase } from '#api/database/connect.ts'

import { audit } from './audit.ts'

await withDatabase(async (database) => {
  const { customers, differences } = await audit(database, new Date())
  for (const { company_id, customer_id, reason } of differences) {
    console.error(`company ${company_id} customer ${customer_id}: ${reason}`)
  }
  console.log(`${customers} customers replayed, ${differences.length} differ`)
  if (differences.length > 0) process.exitCode = 1
})
