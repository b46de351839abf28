/** The verbs of `fiel VERB …`, which scripts/fiel.cjs runs. Each is defined in its slice and loaded when it is used. */

import { defineCommand } from 'citty'

import type { BackFillProgress } from '#database/back-fill/back-fill.ts'
import { defineVerb } from '#database/command-line.ts'
import { migrateDatabase, migrationStatus } from '#database/connect.ts'
import { environment, environmentMistakes } from '#database/environment.ts'
import { release } from '#database/schema-files.ts'

import { runCommandLine } from './command-line.ts'

const migrate = defineVerb({
  meta: {
    name: 'migrate',
    description:
      'Brings the database of DATABASE_URL to this release’s schema, as the role of DATABASE_OWNER_URL',
  },
  args: {
    status: { type: 'boolean', description: 'changes nothing, and says how far back-fills are' },
  },
  example: '--status',
  run: async ({ args }) => {
    if (args.status) return printStatus()
    await migrateDatabase()
    console.log(`The database has the schema of Fiel ${release}.`)
  },
})

async function printStatus(): Promise<void> {
  const { mismatch, backFills } = await migrationStatus()
  console.log(
    mismatch
      ? `The database cannot be used: ${mismatch}.`
      : `The database has the schema of Fiel ${release}.`,
  )
  for (const backFill of backFills) console.log(backFillLine(backFill))
  if (backFills.every(({ ended_at }) => ended_at !== null)) console.log('No back-fill waits.')
}

function backFillLine({ name, row_count, registered_at, ended_at }: BackFillProgress): string {
  const state = ended_at === null ? `waiting since ${registered_at}` : `ended ${ended_at}`
  return [`back-fill ${name}`, `${row_count} rows written`, state].join('  ')
}

const serve = defineVerb({
  meta: { name: 'serve', description: 'Runs the API and the portal on DATABASE_URL' },
  example: '',
  run: async () => {
    // In production connect() refuses with its own message.
    if (
      !environment.DATABASE_URL &&
      environmentMistakes.length === 0 &&
      environment.NODE_ENV !== 'production'
    ) {
      throw new Error('DATABASE_URL is missing: npm start runs the demo.')
    }
    const { serve } = await import('#api/main.ts')
    await serve()
  },
})

export const fiel = defineCommand({
  meta: { name: 'fiel', version: release, description: 'Fiel, a loyalty portal and its engine' },
  subCommands: {
    serve,
    migrate,
    distribute: async () => (await import('#database/distribution/command.ts')).distributeVerb,
    company: async () => (await import('#api/company-file/command.ts')).company,
    customer: async () => (await import('#api/privacy/command.ts')).customerCommand,
    staff: async () => (await import('#api/staff/command.ts')).staff,
    partner: async () => (await import('#api/partner/command.ts')).partner,
    webhook: async () => (await import('#api/webhook/command.ts')).webhook,
    job: async () => (await import('#api/job/command.ts')).job,
    reseal: async () => (await import('#api/reseal/command.ts')).resealVerb,
    import: async () => (await import('#api/import/command.ts')).importCommand,
    audit: async () => (await import('#api/audit/command.ts')).audit,
    review: async () => (await import('#api/review/command.ts')).reviewCommand,
    report: async () => (await import('#api/report/command.ts')).reportCommand,
  },
})

if (import.meta.main) {
  const args = process.argv.slice(2)
  // `serve` reports them itself, with what is missing.
  if (environmentMistakes.length > 0 && args[0] !== 'serve') {
    console.error(environmentMistakes.join('\n'))
    process.exit(1)
  }
  await runCommandLine(fiel, args)
}
