/** Runs the chunks of proofs until each has its steps, the time is up, or a promise is broken. */

import { randomInt } from 'node:crypto'
import { cpus } from 'node:os'

import type { Chunk, Proof, Stage } from '../proof.ts'
import type { Journal, Line } from './journal.ts'

export type Run = {
  proofs: Proof[]
  journal: Journal
  commit: string
  /** Steps of each proof; null: the full length. */
  steps: number | null
  /** Hours of the whole run; null: without a limit. The proofs that are left share the hours that are left. */
  hours: number | null
  /** The first seed. Null: goes on after the journal's last chunk of this commit, or begins with a random seed. */
  seed: number | null
  /** Aborted by Ctrl-C. Its children get the signal too, so the running chunk may fail and is not counted. */
  stop: AbortSignal
  print: (line: string) => void
}

/** Runs the proofs one after another. A broken proof ends at its first wrong chunk, and the next one begins. */
export async function run(run: Run): Promise<void> {
  const until = run.hours === null ? Infinity : performance.now() + run.hours * 3_600_000
  for (const [at, proof] of run.proofs.entries()) {
    if (run.stop.aborted) return
    const now = performance.now()
    await runProof(run, proof, now + (until - now) / (run.proofs.length - at))
  }
}

/** A run with a seed repeats its chunks, so it counts only its own steps. */
async function runProof(run: Run, proof: Proof, until: number): Promise<void> {
  const { name, unit } = proof
  const stored = run.journal.linesOf(run.commit).filter((line) => line.proof === name)
  const counted = run.seed === null ? distinctBySeed(stored) : []
  const target = Math.min(run.steps ?? proof.full, proof.full)
  let steps = counted.reduce((sum, line) => sum + line.steps, 0)
  const first = run.seed ?? nextSeed(counted)
  if (steps > 0) run.print(`${name}: goes on after ${steps} ${unit} of this commit, seed ${first}`)
  else run.print(`${name}: begins with seed ${first}`)
  if (steps >= target || performance.now() >= until) return
  const stage = await openStage(run, proof, first)
  if (!stage) return
  try {
    for (let seed = first; steps < target && performance.now() < until; seed += 1) {
      const line = await runChunk(run, proof, stage, seed)
      if (!line) return
      run.journal.add(line)
      steps += line.steps
      run.print(
        `${name}: ${steps} of ${target} ${unit}, seed ${seed}, ${Math.round(line.seconds)} s`,
      )
      for (const wrong of line.wrongs) run.print(`${name}: WRONG: ${wrong}`)
      if (line.wrongs.length > 0) return
    }
  } finally {
    await stage.close().catch((error: unknown) => {
      // The chunks are in the journal. The next proof opens servers of its own.
      run.print(`${name}: did not close: ${reasonOf(error)}`)
    })
  }
}

function distinctBySeed(lines: Line[]): Line[] {
  return [...new Map(lines.map((line) => [line.seed, line])).values()]
}

function nextSeed(lines: Line[]): number {
  // Room for the chunks of any run before 2^31, which some generators take as the largest seed.
  const first = () => randomInt(1_000_000)
  return lines.length === 0 ? first() : Math.max(...lines.map(({ seed }) => seed)) + 1
}

/** A stage that does not open proves nothing: it is a wrong of the first seed, and the other proofs still run. */
async function openStage(run: Run, proof: Proof, seed: number): Promise<Stage | undefined> {
  const began = performance.now()
  try {
    return await proof.open()
  } catch (error) {
    if (run.stop.aborted) return undefined
    const line = lineOf(run, proof, seed, began, failed(error, 'the proof did not open'))
    run.journal.add(line)
    run.print(`${proof.name}: WRONG: ${line.wrongs[0]}`)
    return undefined
  }
}

/** Undefined once the run is stopped. */
async function runChunk(
  run: Run,
  proof: Proof,
  stage: Stage,
  seed: number,
): Promise<Line | undefined> {
  const began = performance.now()
  const chunk = stage
    .chunk(seed)
    .catch((error: unknown) => failed(error, 'the chunk ended with an error'))
  const done = await Promise.race([chunk, aborted(run.stop)])
  if (!done || run.stop.aborted) {
    run.print(`${proof.name}: stopped; the chunk with seed ${seed} is not counted`)
    return undefined
  }
  const isIdle = done.steps === 0 && done.wrongs.length === 0
  return lineOf(run, proof, seed, began, isIdle ? idle : done)
}

/** A chunk without steps would be repeated for ever. */
const idle: Chunk = { steps: 0, wrongs: ['the chunk made no steps.'], reached: {} }

function failed(error: unknown, what: string): Chunk {
  return { steps: 0, wrongs: [`${what}: ${reasonOf(error)}`], reached: {} }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function lineOf(run: Run, { name }: Proof, seed: number, began: number, chunk: Chunk): Line {
  return {
    proof: name,
    commit: run.commit,
    seed,
    ...chunk,
    seconds: Math.round(performance.now() - began) / 1000,
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]!.model}`,
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
