/** `fiel job`: shows jobs that failed their last attempt, and runs them again. */

import { defineCommand } from 'citty'

import { defineVerb, UsageError, withDatabase } from '#database/command-line.ts'

import { type DeadLetter, deadLetters, replayDeadLetters } from './dead-letter.ts'

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

function line({ id, queue, kind, failed_at, attempts, error }: DeadLetter): string {
  const name = kind === null ? queue : `${queue} ${kind}`
  return [id, name, failed_at, `${attempts} attempts`, error].join('  ')
}
