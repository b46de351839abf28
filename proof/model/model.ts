/** The proof of the sequential histories: every answer, and all that a customer then sees, equals the model in plain objects. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import type { Chunk, Proof } from '../proof.ts'

const root = join(import.meta.dirname, '../..')
/** 58 steps/s on two cores: a chunk takes about 35 s, 5 s of which are the start of the test. */
const chunkSteps = 2_000
/** The test counts its own seeds up from the first one, one for about 300 steps. So chunks must be further apart. */
const seedsPerChunk = 1_000
/** The prefix of its title selects the sequential test. Concurrent calls are the subject of proof/history. */
const testTitle = 'any history'
/** Lines of the test's output that a wrong quotes. */
const quotedLines = 12

export const model: Proof = {
  name: 'model',
  title: 'Sequential commands through HTTP give the answers of a model in plain objects',
  unit: 'operations',
  full: 1_000_000,
  open: async () => {
    let child: ChildProcess | undefined
    return {
      chunk: async (seed) => {
        const started = startTest(seed)
        child = started.child
        return outcomeOf(seed, await started.ended)
      },
      close: async () => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  },
}

/** One test run a chunk: its embedded PostgreSQL and its memory end with it. */
function startTest(seed: number) {
  const child = spawn(
    'vitest',
    ['run', 'api/engine.model.test.ts', '-t', testTitle, '--disable-console-intercept'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        NO_COLOR: '1',
        SOAK_STEPS: String(chunkSteps),
        SOAK_SEED: String(firstSeed(seed)),
      },
    },
  )
  const ended = Promise.all([text(child.stdout), text(child.stderr)]).then((all) => all.join('\n'))
  return { child, ended }
}

function firstSeed(seed: number): number {
  return (seed * seedsPerChunk) % 2 ** 31
}

/** The outcome that the output of the test states. */
export function outcomeOf(seed: number, output: string): Chunk {
  const steps = Number(/: (\d+) steps agree/.exec(output)?.[1] ?? 0)
  if (steps > 0 && !/\bfailed\b/.test(output)) return { steps, wrongs: [], reached: {} }
  const command = /npm run soak -- --seed \d+/.exec(output)?.[0]
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const from = Math.max(
    lines.findIndex((line) => /Property failed|Error/.test(line)),
    0,
  )
  const quoted = lines.slice(from, from + quotedLines).join(' ')
  const how = command ?? `SOAK_SEED=${firstSeed(seed)} vitest run api/engine.model.test.ts`
  return { steps: 0, wrongs: [`${how} differs from the model: ${quoted}.`], reached: {} }
}
