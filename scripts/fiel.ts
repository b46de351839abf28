/** `npm run fiel -- VERB …`: what is run beside a database. `--help` lists the verbs. */

import { defineCommand, runMain } from 'citty'

import { migrateDatabase, reason } from '#database/connect.ts'
import { release } from '#database/schema-files.ts'

const migrate = defineCommand({
  meta: {
    name: 'migrate',
    description: 'brings the database to this release’s schema (DATABASE_OWNER_URL, DATABASE_URL)',
  },
  run: async () => {
    try {
      await migrateDatabase()
      console.log(`The database has the schema of Fiel ${release}.`)
    } catch (error) {
      console.error(reason(error))
      process.exitCode = 1
    }
  },
})

const serve = defineCommand({
  meta: { name: 'serve', description: 'runs the API and the portal (DATABASE_URL)' },
  run: async () => {
    // In production connect() refuses, with its own sentence.
    if (!process.env['DATABASE_URL'] && process.env['NODE_ENV'] !== 'production') {
      console.error('DATABASE_URL is missing: npm start runs the demo.')
      process.exitCode = 1
      return
    }
    await import('#api/main.ts')
  },
})

/** A command that reads its own arguments, as `npm run NAME -- …` gives them. */
function passedOn(name: string, description: string, load: () => Promise<unknown>) {
  return defineCommand({
    meta: { name, description },
    run: async ({ rawArgs }) => {
      process.argv.splice(2, Infinity, ...rawArgs)
      await load()
    },
  })
}

await runMain(
  defineCommand({
    meta: { name: 'fiel', version: release, description: 'Fiel, a loyalty portal and its engine' },
    subCommands: {
      migrate,
      serve,
      company: passedOn(
        'company',
        'a company’s folder: new, check, preview, diff, apply, export',
        () => import('#api/company-file/command.ts'),
      ),
      partner: passedOn(
        'partner',
        'the keys of tills: key, list, revoke',
        () => import('#api/partner/command.ts'),
      ),
      webhook: passedOn(
        'webhook',
        'messages to a company: secret, list, replay, enable',
        () => import('#api/webhook/command.ts'),
      ),
    },
  }),
)
