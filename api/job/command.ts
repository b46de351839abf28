/** `fiel job`: shows jobs that failed their last attempt, and runs them again. */

import { defineCommand } from 'citty'
import type pg from 'pg'

import { noteCommand } from '#api/audit/operator.ts'
import { actWords } from '#contract/console/audit.ts'
import { defineVerb, UsageError, withDatabase } from '#database/command-line.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'

import { type DeadLetter, deadLetters, replayDeadLetters } from './dead-letter.ts'

/** Jobs that one entry of the audit log names: after a long failure there may be thousands of mails. */
const maxNotedJobs = 20

const list = defineVerb({
  meta: {
    name: 'list',
    description:
      'Lists the jobs that failed their last attempt: id, job, instant, attempts, last error',
  },
  example: '',
  run: () =>
    withDatabase(async (database) => {
      const letters = await deadLetters(database)
      if (letters.length === 0) console.log('No failed jobs.')
      for (const letter of letters) console.log(line(letter))
    }),
})

const replay = defineVerb({
  meta: {
    name: 'replay',
    description: 'Runs failed jobs again, with all their attempts: one, or all',
  },
  args: {
    id: { type: 'positional', required: false, description: 'id of a job, as list prints it' },
    all: { type: 'boolean', description: 'every failed job' },
  },
  example: '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11',
  run: async ({ args: { id, all = false } }) => {
    if ((id === undefined) !== all) throw new UsageError('Name the jobs: either an ID or --all.')
    await withDatabase(async (database) => {
      const letters = await deadLetters(database)
      const chosen = letters.filter((letter) => all || letter.id === id)
      if (id !== undefined && chosen.length === 0) {
        throw new Error(`${id} is no failed job: fiel job list names them.`)
      }
      await noteReplay(database, chosen)
      const count = await replayDeadLetters(
        database,
        chosen.map((letter) => letter.id),
      )
      console.log(`${count} to be run again`)
    })
  },
})

export const job = defineCommand({
  meta: { name: 'job', description: 'Jobs that failed their last attempt' },
  subCommands: { list, replay },
})

/** Notes the replay in the log of each company that one of the jobs works for. */
async function noteReplay(database: pg.Pool, letters: DeadLetter[]): Promise<void> {
  for (const company_id of await companyIds(database)) {
    const own = letters.filter((letter) => (letter.company_id ?? company_id) === company_id)
    if (own.length === 0) continue
    const jobs = own.map(({ id, queue, kind }) => ({ id, queue, kind }))
    await noteCommand(database, [company_id], {
      action: 'job.replayed',
      words: actWords('job.replayed'),
      before: { state: 'FAILED', jobs: jobs.length },
      after: { state: 'QUEUED', jobs: jobs.slice(0, maxNotedJobs) },
    })
  }
}

function line({ id, queue, kind, failed_at, attempts, error }: DeadLetter): string {
  const name = kind === null ? queue : `${queue} ${kind}`
  return [id, name, failed_at, `${attempts} attempts`, error].join('  ')
}
