/** `npm run company -- apply companies/cafe`: checks a company's folder, shows what changes, applies it. */

import { withDatabase } from '#api/database/connect.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { readCompanyFolder } from './company-file.ts'

const [verb, folder] = process.argv.slice(2)
if (verb !== 'apply' || !folder) {
  console.error('Usage: npm run company -- apply FOLDER')
  process.exit(2)
}

await withDatabase(async (database) => {
  const company = await readCompanyFolder(folder)
  const difference = await companyDifference(database, company)
  if (difference.length === 0) return console.log(`${company.file.slug}: nothing to change`)
  console.log(difference.join('\n'))
  await applyCompany(database, company, new Date())
  console.log(`${company.file.slug}: applied`)
})
