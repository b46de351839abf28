/** `fiel report`: folds the daily sums of reports, and rebuilds a company's sums from its ledger. */

import { defineCommand } from 'citty'

import { noteCommand } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { actWords } from '#contract/console/audit.ts'
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
      // Before the work, because a rebuild that was stopped has deleted sums.
      const words = actWords('report.rebuilt')
      await noteCommand(database, [company_id], { action: 'report.rebuilt', words })
      await rebuildReports(database, company_id, new Date())
      console.log('The reports are rebuilt.')
    }),
})

export const reportCommand = defineCommand({
  meta: { name: 'report', description: 'Folds and rebuilds the sums of reports' },
  subCommands: { fold, rebuild },
})
