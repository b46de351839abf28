/** The shared parts of `fiel`'s verbs: their type, an error for wrong arguments, and the database. scripts/fiel.ts lists them. */

import type { ArgsDef, CommandDef } from 'citty'
import type pg from 'pg'

import { connect, reason } from './connect.ts'

/** A verb as citty takes it. `example` is what `--help` shows after `npm run … --`. */
export type Verb<Args extends ArgsDef = ArgsDef> = CommandDef<Args> & { example: string }

/** Returns `verb`. The call passes the types of the arguments to `run`. */
export function defineVerb<const Args extends ArgsDef>(verb: Verb<Args>): Verb<Args> {
  return verb
}

/** An argument that the verb cannot use. `fiel` prints the sentence and the usage, and ends with 2. */
export class UsageError extends Error {}

/** The integer of an option, or undefined where the option is left out. Throws a UsageError outside 1 … `max`. */
export function integerOption(
  name: string,
  option: string | undefined,
  max: number,
): number | undefined {
  if (option === undefined) return undefined
  const value = Number(option)
  if (/^\d+$/.test(option) && value >= 1 && value <= max) return value
  throw new UsageError(`--${name} is ${option}: use an integer from 1 to ${max}.`)
}

/** Runs `work` on the database. On an error it prints one sentence, and the exit code is 1. */
export async function withDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  try {
    const { pool, stop } = await connect()
    try {
      await work(pool)
    } finally {
      await stop()
    }
  } catch (error) {
    console.error(reason(error))
    process.exitCode = 1
  }
}
