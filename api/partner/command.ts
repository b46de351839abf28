/** `npm run partner -- key cafe "Caixa 1"`: makes a key for a company's till and prints it, this once. */

import { withDatabase } from '#api/database/connect.ts'
import { row, sql } from '#api/database/sql.ts'

import { createPartnerKey } from './partner-key.ts'

const [verb, slug, name] = process.argv.slice(2)
if (verb !== 'key' || !slug || !name) {
  console.error('Usage: npm run partner -- key COMPANY "NAME OF THE TILL"')
  process.exit(2)
}

await withDatabase(async (database) => {
  const company = await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = ${slug}`,
  )
  if (!company) throw new Error(`There is no company ${slug}: apply its folder first.`)
  console.log(await createPartnerKey(database, company.company_id, name, new Date()))
})
