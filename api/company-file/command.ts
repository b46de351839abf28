/** `fiel company`: creates, checks, previews, applies and exports a company's folder (docs/company-guide.md). */

import { writeFile } from 'node:fs/promises'

import { defineCommand } from 'citty'

import type { SealedDatabase } from '#api/context/context.ts'
import { withSealedDatabase } from '#api/secret/sealed-database.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { type CompanyFolder, readCompanyFolder } from './company-file.ts'
import { exportCompany } from './export.ts'
import { newCompany } from './new.ts'
import { previewCompany } from './preview.ts'
import { companySchema, schemaPath } from './schema.ts'

const folder = {
  type: 'positional',
  required: true,
  description: 'folder with a company.yaml',
} as const

/** An option of `new` that answers one of its questions in advance. */
const answer = (valueHint: string, description: string) =>
  ({ type: 'string', valueHint, description }) as const

const create = defineVerb({
  meta: { name: 'new', description: 'Asks, and writes a folder' },
  args: {
    folder: {
      type: 'positional',
      required: false,
      description: 'an empty folder, or a new one (companies/SLUG)',
    },
    name: answer('TEXT', 'name of the company'),
    slug: answer('TEXT', 'name for commands, as padaria-do-ze'),
    program: answer('TEXT', 'name of the programme'),
    domain: answer('HOST', 'host name of the portal'),
    color: answer('#RRGGBB', 'main colour'),
    mode: answer('MODE', 'how amounts are shown: POINTS, CASH or PERCENTAGE'),
    rate: answer('NUMBER', 'what a purchase earns: points a real in POINTS, otherwise percent'),
  },
  example: 'companies/padaria --name "Padaria Sol"',
  run: async ({ args }) => {
    const written = await newCompany(args.folder, args)
    console.log(`Written to ${written}. Next: npm run company -- preview ${written}`)
  },
})

const check = defineVerb({
  meta: { name: 'check', description: 'Names every mistake with its line; needs no database' },
  args: { folder },
  example: 'companies/cafe',
  run: async ({ args }) => report(args.folder, await read(args.folder)),
})

const preview = defineVerb({
  meta: { name: 'preview', description: 'Shows it on a server of its own, port 3100 or PORT' },
  args: { folder },
  example: 'companies/cafe',
  run: ({ args }) => previewCompany(args.folder, environment.PORT ?? 3100),
})

const diff = defineVerb({
  meta: { name: 'diff', description: 'Shows how it differs from what is applied' },
  args: { folder },
  example: 'companies/cafe',
  run: ({ args }) =>
    withSealedDatabase(
      async (sealed) => void (await showDifference(sealed, await read(args.folder))),
    ),
})

const apply = defineVerb({
  meta: { name: 'apply', description: 'Shows the difference, and applies it' },
  args: { folder },
  example: 'companies/cafe',
  run: ({ args }) =>
    withSealedDatabase(async (sealed) => {
      const readFolder = await read(args.folder)
      if (!(await showDifference(sealed, readFolder))) return
      await applyCompany(sealed, readFolder, new Date())
      console.log(`${readFolder.file.slug}: applied`)
    }),
})

const exportVerb = defineVerb({
  meta: { name: 'export', description: 'Writes what is applied, its codes apart' },
  args: {
    slug: { type: 'positional', required: true, description: 'slug of the company' },
    folder: { type: 'positional', required: true, description: 'an empty folder, or a new one' },
  },
  example: 'cafe exported/cafe',
  run: ({ args }) =>
    withDatabase(async (database) => {
      await exportCompany(database, args.slug, args.folder)
      console.log(`${args.slug}: written to ${args.folder}`)
    }),
})

const schema = defineVerb({
  meta: { name: 'schema', description: 'Writes companies/company.schema.json anew' },
  example: '',
  run: () => writeFile(schemaPath, companySchema()),
})

export const company = defineCommand({
  meta: { name: 'company', description: 'A company’s folder: write, check, preview, apply' },
  subCommands: { new: create, check, preview, diff, apply, export: exportVerb, schema },
})

/** Reads a folder and prints its notices: deviations that are not mistakes. */
async function read(folder: string): Promise<CompanyFolder> {
  const company = await readCompanyFolder(folder)
  for (const notice of company.notices) console.log(notice)
  return company
}

function report(folder: string, { file, images }: CompanyFolder): void {
  const { slug, prizes, promotions, levels } = file
  const counts = [
    [images.size, 'pictures'],
    [levels.length, 'levels'],
    [prizes.length, 'prizes'],
    [promotions.length, 'promotions'],
  ].map((pair) => pair.join(' '))
  console.log(`${slug}: ${folder} can be applied (${counts.join(', ')})`)
}

/** Prints the differences. Returns whether there are any. */
async function showDifference(sealed: SealedDatabase, company: CompanyFolder): Promise<boolean> {
  const difference = await companyDifference(sealed, company)
  console.log(difference.join('\n') || `${company.file.slug}: nothing to change`)
  return difference.length > 0
}
