/** `fiel company release`: lets another company use a host name before its 60 days of reservation end. */

import { noteAct } from '#api/audit/note.ts'
import { operator } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { commandText } from '#contract/company-file/text.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'
import { transaction } from '#database/sql.ts'

import { endReservation } from './domains.ts'

export const release = defineVerb({
  meta: {
    name: 'release',
    description:
      'Lets other companies use a host name that it no longer has, before 60 days are over',
  },
  args: {
    slug: { type: 'positional', required: true, description: 'slug of the company that had it' },
    host: { type: 'positional', required: true, description: 'the host name' },
  },
  example: 'cafe clube.cafeaurora.example',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.slug)
      const host = args.host.toLowerCase()
      await transaction(database, async (connection) => {
        if (!(await endReservation(connection, company_id, host))) {
          throw new Error(commandText.notReserved(args.slug, host))
        }
        const actor = operator()
        const act = {
          action: 'host.released',
          subject: host,
          sentence: commandText.hostReleased(actor.name, host),
        } as const
        await noteAct(connection, company_id, actor, act, new Date())
      })
      console.log(commandText.released(args.slug, host))
    }),
})
