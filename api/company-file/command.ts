/** `fiel company`: creates, checks, previews, applies and exports a company's folder (docs/company-guide.md). */

import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'

import { defineCommand } from 'citty'

import { noteAct } from '#api/audit/note.ts'
import { operator } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { withSealedDatabase } from '#api/secret/sealed-database.ts'
import { commandText } from '#contract/company-file/text.ts'
import { actWords } from '#contract/console/audit.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'
import { transaction } from '#database/sql.ts'

import { appliedCompany, applyCompany, companyDifference } from './apply.ts'
import { type CompanyFolder, readCompanyFolder } from './company-file.ts'
import { exportCompany } from './export.ts'
import { lossesOf } from './in-use.ts'
import { move } from './move.ts'
import { newCompany } from './new.ts'
import { previewCompany } from './preview.ts'
import { release } from './release.ts'
import { applySandbox, resetSandbox } from './sandbox.ts'
import { companySchema, schemaPath } from './schema.ts'
import { newestOfConsole, newestVersionOf } from './version.ts'

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
    console.log(commandText.written(written))
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
    withSealedDatabase(async (sealed) => {
      const company = await read(args.folder)
      show(await changesOf(sealed, company), company)
    }),
})

const apply = defineVerb({
  meta: { name: 'apply', description: 'Shows the difference, asks, and applies it' },
  args: {
    folder,
    yes: { type: 'boolean', description: 'applies without asking, for scripts' },
    replace: { type: 'boolean', description: 'also over a publication of the console' },
  },
  example: 'companies/cafe --yes',
  run: ({ args }) =>
    withSealedDatabase(async (sealed) => {
      const company = await read(args.folder)
      const { slug } = company.file
      // Before the difference: whatever is published after it is refused under the lock.
      const base_version = await newestVersionOf(sealed.database, slug)
      const changes = await changesOf(sealed, company)
      show(changes, company)
      if (changes.length === 0) return
      const newest = await newestOfConsole(sealed.database, slug)
      if (!args.replace && company.version < newest) {
        throw new Error(commandText.ofConsole(slug, newest))
      }
      if (!args.yes && !(await isConfirmed(commandText.question))) {
        throw new Error(commandText.unanswered)
      }
      // Somebody else may have applied other codes before the answer, which make no version.
      if ((await changesOf(sealed, company)).join('\n') !== changes.join('\n')) {
        throw new Error(commandText.outdated)
      }
      await applyCompany(sealed, company, new Date(), { actor: operator(), base_version })
      console.log(commandText.applied(company.file.slug))
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
      console.log(commandText.exported(args.slug, args.folder))
    }),
})

const sandbox = defineVerb({
  meta: {
    name: 'sandbox',
    description: 'Makes a company’s sandbox for test keys, or gives it what is applied now',
  },
  args: {
    slug: { type: 'positional', required: true, description: 'slug of the company' },
    webhook: {
      type: 'string',
      valueHint: 'URL',
      description: 'where the sandbox’s own events go (nowhere, or where they went before)',
    },
    reset: {
      type: 'boolean',
      description: 'deletes its customers, ledger and stock, and puts its clock back',
    },
  },
  example: 'cafe --webhook https://teste.cafeaurora.example/fiel',
  run: ({ args }) =>
    withSealedDatabase(async (sealed) => {
      console.log(commandText.sandboxReady(await makeSandbox(sealed, args)))
    }),
})

type SandboxArgs = { slug: string; webhook?: string | undefined; reset?: boolean | undefined }

/** Makes, updates or resets the sandbox, with an entry in the company's own log. */
function makeSandbox({ database, secret }: SealedDatabase, args: SandboxArgs): Promise<string> {
  const [make, action] = args.reset
    ? ([resetSandbox, 'sandbox.reset'] as const)
    : ([applySandbox, 'sandbox.applied'] as const)
  return transaction(database, async (connection) => {
    const now = new Date()
    const sandbox = await make({ database: connection, secret }, args, now)
    const { company_id } = await companyBySlug(connection, args.slug)
    const actor = operator()
    const sentence = `${actor.name} ${actWords(action)}`
    await noteAct(connection, company_id, actor, { action, subject: sandbox, sentence }, now)
    return sandbox
  })
}

const schema = defineVerb({
  meta: { name: 'schema', description: 'Writes companies/company.schema.json anew' },
  example: '',
  run: () => writeFile(schemaPath, companySchema()),
})

export const company = defineCommand({
  meta: { name: 'company', description: 'A company’s folder: write, check, preview, apply' },
  subCommands: {
    new: create,
    check,
    preview,
    diff,
    apply,
    export: exportVerb,
    sandbox,
    move,
    release,
    schema,
  },
})

/** Reads a folder and prints its notices: deviations that are not mistakes. */
async function read(folder: string): Promise<CompanyFolder> {
  const company = await readCompanyFolder(folder)
  for (const notice of company.notices) console.log(notice)
  return company
}

function report(folder: string, { file, images }: CompanyFolder): void {
  const { slug, prizes, promotions, levels } = file
  const contents = {
    images: images.size,
    levels: levels.length,
    prizes: prizes.length,
    promotions: promotions.length,
  }
  console.log(commandText.valid(slug, folder, contents))
}

/** The lines that `diff` and `apply` show: what changes, and what customers and tills lose by it. */
async function changesOf(sealed: SealedDatabase, company: CompanyFolder): Promise<string[]> {
  const difference = await companyDifference(sealed, company)
  const applied = await appliedCompany(sealed.database, company.file.slug)
  return [...difference, ...(await lossesOf(sealed.database, applied, company.file, new Date()))]
}

function show(changes: string[], { file }: CompanyFolder): void {
  console.log(changes.join('\n') || commandText.unchanged(file.slug))
}

/** The answer to a question in a terminal, or the first line of a pipe. A missing answer counts as no. */
async function isConfirmed(question: string): Promise<boolean> {
  process.stdout.write(question)
  const reader = createInterface({ input: process.stdin })
  try {
    for await (const line of reader) return /^(s|sim|y|yes)$/i.test(line.trim())
    return false
  } finally {
    reader.close()
    if (!process.stdin.isTTY) console.log()
  }
}
