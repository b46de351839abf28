/** `fiel report`: folds the daily sums of reports, and rebuilds a company's sums from its ledger. */

import { defineCommand } from 'citty'

import { companyBySlug } from '#api/company/lookup.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'

import { foldReports, rebuildReports } from './fold.ts'

const fold = defineVerb({
  meta: {
    name: 'fold',
    description:
      'Adds new records to the reports of all companies, as the job does every 15 minutes',
  },
  example: '',
  run: () => withDatabase((database) => foldReports(database, new Date())),
})

const rebuild = defineVerb({
  meta: {
    name: 'rebuild',
    description:
      'Deletes a company’s daily sums and adds up its whole ledger anew; closed months stay as they are',
  },
  args: {
    company: { type: 'positional', required: true, description: 'slug of the company' },
  },
  example: 'cafe',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      await rebuildReports(database, company_id, new Date())
      console.log('The reports are rebuilt.')
    }),
})

export const reportCommand = defineCommand({
  meta: { name: 'report', description: 'Folds and rebuilds the sums of reports' },
  subCommands: { fold, rebuild },
})
