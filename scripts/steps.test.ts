import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const stepsFile = join(import.meta.dirname, 'steps.ts')

/** Runs `stages` in a separate process that imports `command` and `runStages`. */
function run(stages: string) {
  const program = `import { command, runStages } from ${JSON.stringify(stepsFile)}; await runStages(${stages})`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, lines: stdout.split('\n').filter(Boolean) }
}

test('failing, missing and throwing steps are named, set exit code 1 and stop no other step', () => {
  const { status, lines } = run(`[
    [[{ name: 'fails', run: () => command(process.execPath, ['-e', 'process.exit(3)']) }]],
    [[
      { name: 'missing', run: () => command('no-such-program', []) },
      { name: 'throws', run: async () => { throw new Error('defect') } },
      { name: 'passes', run: () => command(process.execPath, ['-e', '']) },
    ]],
  ]`)
  expect(status).toBe(1)
  expect(lines.at(-1)).toBe('1 passed, 3 failed')
  const summary = lines.filter((line) => /^ *\d+ s /.test(line))
  expect(summary.map((line) => line.replace(/^ *\d+ s +/, ''))).toEqual([
    'fails: FAILED',
    'missing: FAILED',
    'throws: FAILED',
    'passes',
  ])
})

test('the last output of a failed program is printed again before the summary, and that of a passed one is not', () => {
  const print = (text: string, status: number) =>
    `() => command(process.execPath, ['-e', 'console.log("${text}"); process.exit(${status})'])`
  const { lines } = run(`[
    [[{ name: 'fails', run: ${print('broken', 1)} }]],
    [[{ name: 'passes', run: ${print('sound', 0)} }]],
  ]`)
  expect(lines.slice(lines.lastIndexOf('sound') + 2, -4)).toEqual([
    "── why 'fails' failed",
    'broken',
  ])
  expect(lines.filter((line) => line === 'sound')).toEqual(['sound'])
})

test('the series of steps in a stage run concurrently', () => {
  // Each step waits for the other to begin.
  const { status, lines } = run(`(() => {
    const first = Promise.withResolvers()
    const second = Promise.withResolvers()
    return [[
      [{ name: 'one', run: async () => { first.resolve(); await second.promise; return true } }],
      [{ name: 'two', run: async () => { second.resolve(); await first.promise; return true } }],
    ]]
  })()`)
  expect({ status, last: lines.at(-1) }).toEqual({ status: 0, last: '2 passed, 0 failed' })
})

test('a buffered step prints its output when it has ended', () => {
  const { lines } = run(`[[[
    { name: 'one', run: () => command(process.execPath, ['-e', 'console.log("printed")'], { isBuffered: true }) },
  ]]]`)
  expect(lines.slice(0, 2)).toEqual(['── one', 'printed'])
})
