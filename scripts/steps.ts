/** Runs a list of checks and prints the time of each: `npm test` and `npm run night`. */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Step = { name: string; run: () => Promise<boolean> }

/** Stages run one after another. A stage is a list of series, which run concurrently. The steps of a series run in order. */
export type Stage = Step[][]

/** Runs all stages, prints 'N passed, N failed' and sets the exit code. A failed step does not stop the others. */
export async function runStages(stages: Stage[]): Promise<void> {
  const began = performance.now()
  const outcomes: { name: string; passed: boolean; took: string }[] = []
  async function runSeries(series: Step[]): Promise<void> {
    for (const { name, run } of series) {
      const stepBegan = performance.now()
      console.log(`\n── ${name}`)
      const passed = await run().catch((error: unknown) => {
        console.error(error)
        return false
      })
      const took = since(stepBegan)
      console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${took}`)
      outcomes.push({ name, passed, took })
    }
  }
  for (const stage of stages) await Promise.all(stage.map(runSeries))

  const failed = outcomes.filter(({ passed }) => !passed)
  console.log()
  for (const { name, passed, took } of outcomes) {
    console.log(`${took.padStart(7)}  ${name}${passed ? '' : ': FAILED'}`)
  }
  console.log(`\nAll in ${since(began)}`)
  console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

function since(began: number): string {
  return `${Math.round((performance.now() - began) / 1000)} s`
}

type Options = {
  /** Prints the output only after the program ends, so that outputs of concurrent series do not mix. */
  isBuffered?: boolean
  env?: Record<string, string>
}

/** Resolves to true if a program of node_modules/.bin exits with 0. scripts/run.cjs puts that folder on the PATH. */
export async function command(
  program: string,
  args: string[],
  { isBuffered = false, env = {} }: Options = {},
): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  const exited = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status === 0))
  })
  const outputs = [child.stdout, child.stderr].flatMap((output) => (output ? [text(output)] : []))
  const [passed, ...printed] = await Promise.all([exited, ...outputs])
  for (const output of printed) process.stdout.write(output)
  return passed
}
