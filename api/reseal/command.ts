/** `fiel reseal`: moves everything to the first secret of FIEL_SECRET. */

import { noteCommand } from '#api/audit/operator.ts'
import { withSealedDatabase } from '#api/secret/sealed-database.ts'
import { actWords } from '#contract/console/audit.ts'
import { defineVerb } from '#database/command-line.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'

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
      if (!isDone) {
        process.exitCode = 1
        return
      }
      await noteCommand(sealed.database, await companyIds(sealed.database), {
        action: 'secret.resealed',
        words: actWords('secret.resealed'),
      })
    }),
})
