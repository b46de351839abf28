/** `fiel distribute`: distributes the database over a Citus cluster. */

import { defineVerb } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'

import { distribute } from './distribute.ts'

export const distributeVerb = defineVerb({
  meta: {
    name: 'distribute',
    description:
      'Distributes the database over the workers of its Citus cluster, while no node runs',
  },
  args: {},
  example: '',
  run: async () => {
    const { DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: ownerUrl } = environment
    if (!runtimeUrl || !ownerUrl) {
      throw new Error('Name the database in DATABASE_URL and DATABASE_OWNER_URL.')
    }
    const { workers, tables, foreignKeys, functions } = await distribute({ ownerUrl, runtimeUrl })
    console.log(
      `Placed ${tables} tables, ${foreignKeys} foreign keys and ${functions} functions on ${workers} workers.`,
    )
  },
})
