/** Runs a list of checks and prints the time of each: `npm test` and `npm run night`. */

import { spawn } from 'node:child_process'

/** A step fails when `run` resolves to false or rejects. */
export type Step = { name: string; run: () => Promise<boolean> }

/** Stages run one after another. A stage is a list of series, which run concurrently. The steps of a series run in order. */
export type Stage = Step[][]

type Outcome = { name: string; passed: boolean; took: string; reason?: string }

/**
 * Runs all stages, prints why steps failed and 'N passed, N failed', and sets the exit code. A failed step does not stop the
 * others. The reasons come last, because a reader of a long log begins at its end.
 */
export async function runStages(stages: Stage[]): Promise<void> {
  const began = performance.now()
  const outcomes: Outcome[] = []
  async function runSeries(series: Step[]): Promise<void> {
    for (const step of series) outcomes.push(await outcomeOf(step))
  }
  for (const stage of stages) await Promise.all(stage.map(runSeries))

  const failed = outcomes.filter(({ passed }) => !passed)
  for (const { name, reason } of failed) {
    if (reason !== undefined) console.log(`\n── why '${name}' failed\n${reason}`)
  }
  console.log()
  for (const { name, passed, took } of outcomes) {
    console.log(`${took.padStart(7)}  ${name}${passed ? '' : ': FAILED'}`)
  }
  console.log(`\nAll in ${since(began)}`)
  console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

async function outcomeOf({ name, run }: Step): Promise<Outcome> {
  const began = performance.now()
  console.log(`\n── ${name}`)
  const result = await run().then(
    (passed) => ({ passed }),
    (error: unknown) => ({ passed: false, reason: reasonOf(error) }),
  )
  const took = since(began)
  console.log(`── ${name}: ${result.passed ? 'passed' : 'FAILED'} in ${took}`)
  return { name, took, ...result }
}

function reasonOf(error: unknown): string {
  if (error instanceof CommandError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function since(began: number): string {
  return `${Math.round((performance.now() - began) / 1000)} s`
}

type Options = {
  /** Prints the output only after the program ends, so that outputs of concurrent series do not mix. */
  isBuffered?: boolean
  env?: Record<string, string>
}

/** A program that exited with another code than 0. The message is the last lines of its output. */
export class CommandError extends Error {}

/** Enough for the failures of a few tests with their details. */
const keptLines = 100

/**
 * Runs a program of node_modules/.bin and prints its output. scripts/run.cjs puts that folder on the PATH. Resolves to true if
 * it exits with 0, and rejects with a CommandError otherwise.
 */
export async function command(
  program: string,
  args: string[],
  { isBuffered = false, env = {} }: Options = {},
): Promise<true> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    shell: process.platform === 'win32',
  })
  const chunks: Buffer[] = []
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (!isBuffered) process.stdout.write(chunk)
    })
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const printed = Buffer.concat(chunks).toString()
  if (isBuffered) process.stdout.write(printed)
  if (status === 0) return true
  throw new CommandError(printed.trimEnd().split('\n').slice(-keptLines).join('\n'))
}
