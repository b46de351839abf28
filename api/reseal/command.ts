/** `fiel reseal`: moves everything to the first secret of FIEL_SECRET. */

import { withSealedDatabase } from '#api/secret/sealed-database.ts'
import { defineVerb } from '#database/command-line.ts'

import { reseal } from './reseal.ts'

export const resealVerb = defineVerb({
  meta: {
    name: 'reseal',
    description:
      'Seals everything with the first secret of FIEL_SECRET while nodes run, and says when the others can be removed',
  },
  example: '',
  run: () =>
    withSealedDatabase(async (sealed) => {
      const isDone = await reseal({ ...sealed, print: console.log, now: new Date() })
      if (!isDone) process.exitCode = 1
    }),
})
