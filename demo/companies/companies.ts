/** The companies of the demo: every folder of companies/, or the one folder of a preview. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { type CompanyFolder, readCompanyFolder } from '#api/company-file/company-file.ts'

/** Reads the folders in the order of their names. Throws when two companies have one slug, because the last one would win. */
export async function demoCompanies(root: string): Promise<CompanyFolder[]> {
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const folderOf = new Map<string, string>()
  const companies: CompanyFolder[] = []
  for (const name of names.toSorted()) {
    const folder = join(root, name)
    const company = await readCompanyFolder(folder)
    const { slug } = company.file
    const other = folderOf.get(slug)
    if (other) throw new Error(`${other} and ${folder} have the same slug, ${slug}: remove one.`)
    folderOf.set(slug, folder)
    companies.push(company)
  }
  return companies
}
