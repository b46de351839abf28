/** `fiel review`: finds now what the job finds once an hour. */

import { defineCommand } from 'citty'

import { defineVerb, withDatabase } from '#database/command-line.ts'

import { findForReview } from './find.ts'

const find = defineVerb({
  meta: {
    name: 'find',
    description:
      'Adds to the review list of all companies what limits and ledger show, as the job does every hour',
  },
  example: '',
  run: () => withDatabase((database) => findForReview(database, new Date())),
})

export const reviewCommand = defineCommand({
  meta: { name: 'review', description: 'Finds what the people of companies should look at' },
  subCommands: { find },
})
