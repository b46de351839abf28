/** `npm run company -- VERB …`: a company's folder from nothing to what customers see (docs/company-guide.md). */

import { writeFile } from 'node:fs/promises'

import type { SealedDatabase } from '#api/context/context.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecret } from '#api/secret/secret.ts'
import { data_folder, is_demo, reason, withDatabase } from '#database/connect.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { type CompanyFolder, readCompanyFolder } from './company-file.ts'
import { exportCompany } from './export.ts'
import { newCompany } from './new.ts'
import { previewCompany } from './preview.ts'
import { companySchema, schema_path } from './schema.ts'

const usage = `Usage: npm run company -- new [FOLDER]           asks, and writes a folder (--name, --slug, --program, --domain, --color, --mode, --rate)
                          check FOLDER           names every mistake with its line; needs no database
                          preview FOLDER         shows it on a server of its own, port 3100 or PORT
                          diff FOLDER            shows how it differs from what is applied
                          apply FOLDER           shows that, and applies it
                          export SLUG FOLDER     writes what is applied, its codes apart
                          schema                 writes companies/company.schema.json anew`

const verbs: Record<string, { arguments: number; run: (...args: string[]) => Promise<void> }> = {
  check: { arguments: 1, run: async (folder) => report(folder, await read(folder)) },
  preview: {
    arguments: 1,
    run: (folder) => previewCompany(folder, Number(process.env['PORT'] ?? 3100)),
  },
  diff: {
    arguments: 1,
    run: (folder) =>
      withSecret(async (sealed) => void (await showDifference(sealed, await read(folder)))),
  },
  apply: { arguments: 1, run: (folder) => withSecret((sealed) => apply(sealed, folder)) },
  export: {
    arguments: 2,
    run: (slug, folder) =>
      withDatabase(async (database) => {
        await exportCompany(database, slug, folder)
        console.log(`${slug}: written to ${folder}`)
      }),
  },
  schema: {
    arguments: 0,
    run: async () => writeFile(schema_path, companySchema()),
  },
}

const [verb, ...args] = process.argv.slice(2)
try {
  if (verb === 'new') {
    const folder = await newCompany(args)
    console.log(`Written to ${folder}. Next: npm run company -- preview ${folder}`)
  } else if (verb && Object.hasOwn(verbs, verb) && verbs[verb]!.arguments === args.length) {
    await verbs[verb]!.run(...args)
  } else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  console.error(reason(error))
  process.exitCode = 1
}

/** Runs `work` with the server's secret, which seals the codes of text files and compares them with stored ones. */
function withSecret(work: (sealed: SealedDatabase) => Promise<void>): Promise<void> {
  return withDatabase(async (database) => {
    const secret = await readSecret(data_folder, is_demo)
    await openSealed(database, secret)
    await work({ database, secret })
  })
}

/** Prints the notices of a folder: deviations that are no mistakes. */
async function read(folder: string): Promise<CompanyFolder> {
  const company = await readCompanyFolder(folder)
  for (const notice of company.notices) console.log(notice)
  return company
}

function report(folder: string, { file, images }: CompanyFolder): void {
  const { slug, prizes, promotions, levels } = file
  const counted = [
    [images.size, 'pictures'],
    [levels.length, 'levels'],
    [prizes.length, 'prizes'],
    [promotions.length, 'promotions'],
  ].map((pair) => pair.join(' '))
  console.log(`${slug}: ${folder} can be applied (${counted.join(', ')})`)
}

/** Prints the differences. Returns false when there are none. */
async function showDifference(sealed: SealedDatabase, company: CompanyFolder): Promise<boolean> {
  const difference = await companyDifference(sealed, company)
  console.log(difference.join('\n') || `${company.file.slug}: nothing to change`)
  return difference.length > 0
}

async function apply(sealed: SealedDatabase, folder: string): Promise<void> {
  const company = await read(folder)
  if (!(await showDifference(sealed, company))) return
  await applyCompany(sealed, company, new Date())
  console.log(`${company.file.slug}: applied`)
}
