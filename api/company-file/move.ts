/** `fiel company move`: moves a live company to another worker of a Citus cluster (docs/citus-guide.md). */

import { noteCommand } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { defineVerb, UsageError, withDatabase } from '#database/command-line.ts'
import { type Moved, moveCompany, type Worker } from '#database/distribution/move.ts'
import { environment } from '#database/environment.ts'

export const move = defineVerb({
  meta: { name: 'move', description: 'Moves it to another worker of the Citus cluster, live' },
  args: {
    slug: { type: 'positional', required: true, description: 'slug of the company' },
    worker: { type: 'positional', required: true, description: 'HOST:PORT of the worker' },
  },
  example: 'cafe 10.0.0.2:5432',
  run: async ({ args }) => {
    const worker = workerOf(args.worker)
    const ownerUrl = environment.DATABASE_OWNER_URL
    if (!ownerUrl) throw new Error('Name the database in DATABASE_OWNER_URL.')
    await withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.slug)
      const moved = await moveCompany(ownerUrl, company_id, worker, console.log)
      if (moved.from !== moved.to) {
        await noteCommand(database, [company_id], {
          action: 'company.moved',
          words: `moveu a empresa de ${moved.from} para ${moved.to}`,
          before: { worker: moved.from },
          after: { worker: moved.to },
        })
      }
      console.log(sentenceOf(args.slug, moved))
    })
  },
})

function workerOf(text: string): Worker {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (!host) throw new UsageError(`The worker is ${text}: use HOST:PORT.`)
  return { host, port: Number(port) }
}

function sentenceOf(slug: string, { from, to, split_ms, move_ms }: Moved): string {
  if (from === to) return `${slug} is on the worker ${to} already.`
  const steps = `${seconds(split_ms)} s for splits and ${seconds(move_ms)} s for moves of shards`
  return `Moved ${slug} from ${from} to ${to}: ${steps}.`
}

function seconds(duration_ms: number): string {
  return (duration_ms / 1_000).toFixed(1)
}
