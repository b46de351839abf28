import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { Chunk, Proof } from '../proof.ts'
import { Journal } from './journal.ts'
import { run, type Run } from './run.ts'
import { markdownOf, tableOf } from './table.ts'
import { isFailure, tallyOf } from './tally.ts'

const commit = 'a'.repeat(40)
const machine = `${cpus().length} × ${cpus()[0]!.model}`

/** A proof of ten chunks, whose chunk `seed` has the outcome that `outcome` returns for it. */
function counting(outcome: (seed: number) => Partial<Chunk> = () => ({})): Proof {
  return {
    name: 'count',
    title: 'Ten chunks are counted',
    unit: 'numbers',
    full: 100,
    cells: { required: ['even', 'odd'], impossible: { third: 'A number is even or odd.' } },
    open: async () => ({
      chunk: async (seed) => ({ steps: 10, wrongs: [], reached: {}, ...outcome(seed) }),
      close: async () => undefined,
    }),
  }
}

async function started(proof: Proof, journal: Journal, options: Partial<Run> = {}) {
  const printed: string[] = []
  await run({
    proofs: [proof],
    journal,
    commit,
    steps: null,
    hours: null,
    seed: null,
    stop: new AbortController().signal,
    print: (line) => printed.push(line),
    ...options,
  })
  return printed
}

const seedsOf = (journal: Journal) => journal.lines.map(({ seed }) => seed)

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiel-proof-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'journal.jsonl')
}

test('a run that is killed in the middle of a chunk goes on with that chunk and counts each once [I5]', async () => {
  const path = temporaryFile()
  const program = `
    import { Journal } from ${JSON.stringify(join(import.meta.dirname, 'journal.ts'))}
    import { run } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))}
    const chunk = async (seed) => {
      if (seed === 7) process.kill(process.pid, 'SIGKILL')
      return { steps: 10, wrongs: [], reached: {} }
    }
    const proof = { name: 'count', unit: 'numbers', full: 100, open: async () => ({ chunk, close: async () => {} }) }
    await run({ proofs: [proof], journal: Journal.open(${JSON.stringify(path)}), commit: '${commit}', steps: null,
      hours: null, seed: 5, stop: new AbortController().signal, print: () => {} })`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  expect(signal).toBe('SIGKILL')
  // A kill during the write leaves a part of a line.
  appendFileSync(path, '{"proof":"count","commit":"aaa')

  const printed = await started(counting(), Journal.open(path))
  expect(printed[0]).toBe('count: goes on after 20 numbers of this commit, seed 7')
  const journal = Journal.open(path)
  expect(seedsOf(journal)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(tallyOf(counting(), journal.lines).steps).toBe(100)
  expect(readFileSync(path, 'utf8').endsWith('}\n')).toBe(true)
})

test('a chunk that is repeated by its seed counts once, and its wrong stays', async () => {
  const journal = Journal.inMemory()
  await started(
    counting(() => ({ wrongs: ['One is lost.'] })),
    journal,
    { seed: 3, steps: 10 },
  )
  await started(counting(), journal, { seed: 3, steps: 10 })
  expect(seedsOf(journal)).toEqual([3, 3])
  const tally = tallyOf(counting(), journal.lines)
  expect(tally).toMatchObject({ steps: 10, verdict: 'BROKEN' })
  expect(tally.wrongs).toHaveLength(1)
})

test('a wrong ends the proof, is shown with the command that repeats it, and is a failure', async () => {
  const journal = Journal.inMemory()
  const proof = counting((seed) => ({ wrongs: seed === 4 ? ['One is lost.'] : [] }))
  const printed = await started(proof, journal, { seed: 2 })
  expect(seedsOf(journal)).toEqual([2, 3, 4])
  expect(printed.at(-1)).toBe('count: WRONG: One is lost.')
  const tally = tallyOf(proof, journal.lines)
  expect(tally.verdict).toBe('BROKEN')
  expect(isFailure(tally)).toBe(true)
  expect(tableOf([tally])).toContain(
    'count: One is lost. Repeat: npm run proof -- count --seed 4 --steps 1',
  )
})

test.each<[string, Proof, string]>([
  [
    'a chunk that ends with an error',
    counting(() => {
      throw new Error('no server')
    }),
    'the chunk ended with an error: no server',
  ],
  ['a chunk without steps', counting(() => ({ steps: 0 })), 'the chunk made no steps.'],
  [
    'a proof that does not open',
    { ...counting(), open: () => Promise.reject(new Error('no disk')) },
    'the proof did not open: no disk',
  ],
])('%s is a wrong, and the next proof runs', async (_, proof, wrong) => {
  const journal = Journal.inMemory()
  const next = { ...counting(), name: 'next' }
  await started(proof, journal, { proofs: [proof, next] })
  expect(tallyOf(proof, journal.lines).wrongs[0]!.sentence).toBe(wrong)
  expect(tallyOf(next, journal.lines).steps).toBe(100)
})

test('another commit begins anew, and the chunks of the first commit stay', async () => {
  const journal = Journal.inMemory()
  await started(counting(), journal, { steps: 30 })
  const printed = await started(counting(), journal, { commit: 'b'.repeat(40), steps: 20, seed: 1 })
  expect(printed[0]).toBe('count: begins with seed 1')
  expect(journal.linesOf(commit)).toHaveLength(3)
  expect(journal.linesOf('b'.repeat(40))).toHaveLength(2)
})

test('the page shows the last commit of each proof, with its seeds', async () => {
  const journal = Journal.inMemory()
  const other = { ...counting(), name: 'other' }
  await started(counting(), journal, { proofs: [counting(), other], seed: 3, steps: 20 })
  const later = { commit: 'b'.repeat(40), steps: 10 }
  await started(counting(), journal, { ...later, seed: 3 })
  await started(counting(), journal, { ...later, seed: 7, steps: 30 })
  const tallies = [counting(), other].map((proof) =>
    tallyOf(proof, journal.lastLinesOf(proof.name)),
  )
  const text = markdownOf(tallies)
  expect(text).toContain(`| 3, 7–9 | bbbbbbbb | ${machine} | not finished |`)
  expect(text).toContain(`| 3–4 | aaaaaaaa | ${machine} | not finished |`)
  expect(markdownOf([tallyOf(other, [])])).toContain('| – | – | – | not finished |')
})

test('a run with hours ends after the chunk in which they are over', async () => {
  const journal = Journal.inMemory()
  const proof = counting(() => {
    const began = performance.now()
    while (performance.now() - began < 1_100);
    return { steps: 1 }
  })
  // 1 s: a busy machine needs some of it before the first chunk begins.
  await started(proof, journal, { hours: 1 / 3600 })
  expect(journal.lines).toHaveLength(1)
  expect(tallyOf(proof, journal.lines).verdict).toBe('not finished')
})

test('a chunk that Ctrl-C interrupts is not counted, even if it fails by the signal', async () => {
  const stop = new AbortController()
  const journal = Journal.inMemory()
  const proof = counting((seed) => {
    if (seed === 2) stop.abort()
    return { wrongs: seed === 2 ? ['The server is gone.'] : [] }
  })
  const printed = await started(proof, journal, { seed: 1, stop: stop.signal })
  expect(seedsOf(journal)).toEqual([1])
  expect(printed.at(-1)).toBe('count: stopped; the chunk with seed 2 is not counted')
})

test('a second SIGTERM does not cut the end of a run short', async () => {
  const program = `
    import { stopSignal } from ${JSON.stringify(join(import.meta.dirname, 'stop.ts'))}
    const stop = stopSignal()
    process.stdout.write('runs')
    const held = setInterval(() => {}, 1_000)
    await new Promise((resolve) => stop.addEventListener('abort', resolve))
    process.kill(process.pid, 'SIGTERM')
    setImmediate(() => { clearInterval(held); process.exitCode = 7 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stdout.once('data', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(7)
})

test('required cells below 100 are listed, and fail a proof that has its full length', async () => {
  const journal = Journal.inMemory()
  const proof = counting(() => ({ reached: { even: 10, odd: 9 } }))
  await started(proof, journal)
  const tally = tallyOf(proof, journal.lines)
  expect(tally).toMatchObject({ uncovered: [['odd', 90]], verdict: 'not finished' })
  expect(isFailure(tally)).toBe(true)
  expect(tableOf([tally])).toContain('1 of 2')
  expect(tableOf([tally])).toContain('"odd" was reached 90 of 100 times')

  const early = Journal.inMemory()
  await started(proof, early, { steps: 50 })
  expect(isFailure(tallyOf(proof, early.lines))).toBe(false)
})

test('a covered proof of full length has held; a cell that was called impossible fails it', async () => {
  const journal = Journal.inMemory()
  const proof = counting(() => ({ reached: { even: 10, odd: 10 } }))
  await started(proof, journal)
  expect(tallyOf(proof, journal.lines).verdict).toBe('held')
  expect(isFailure(tallyOf(proof, journal.lines))).toBe(false)

  const other = Journal.inMemory()
  const refuting = counting(() => ({ reached: { even: 10, odd: 10, third: 1 } }))
  await started(refuting, other)
  expect(isFailure(tallyOf(refuting, other.lines))).toBe(true)
})

test('the page shows a table of all proofs, the reasons of impossible cells, and no HTML of an answer', async () => {
  const journal = Journal.inMemory()
  const proof = counting(() => ({ wrongs: ['The answer is <b>|</b>.'] }))
  await started(proof, journal, { seed: 1 })
  const text = markdownOf([tallyOf(proof, journal.lines)])
  expect(text).toContain('| Ten chunks are counted (`count`) | 10 | 100 numbers | 10 | 1 |')
  expect(text).toContain('- count: cannot occur: A number is even or odd: "third"')
  expect(text).toContain(String.raw`The answer is \<b\>\|\</b\>.`)
})

test('a proof that this journal lacks keeps its row and its notes on the page', async () => {
  const journal = Journal.inMemory()
  const [here, elsewhere] = [counting(), { ...counting(), name: 'elsewhere' }]
  await started(elsewhere, journal, { seed: 1 })
  const before = markdownOf([here, elsewhere].map((proof) => tallyOf(proof, journal.lines)))
  const later = Journal.inMemory()
  await started(here, later, { seed: 5 })
  const rows = (text: string) => text.split('\n').filter((line) => line.includes('elsewhere'))
  const after = markdownOf(
    [here, elsewhere].map((proof) => tallyOf(proof, later.lines)),
    before,
  )
  expect(rows(after)).toEqual(rows(before))
  // The row, two cells that were not reached, and one that cannot occur.
  expect(rows(after)).toHaveLength(4)
  expect(after).toContain(`| 5–14 | aaaaaaaa | ${machine} | not finished |`)
})
