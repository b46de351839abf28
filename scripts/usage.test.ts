/** The usage that the command prints, with right and with wrong arguments. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import type { ArgsDef, CommandDef, CommandMeta } from 'citty'
import { expect, test } from 'vitest'

import type { Verb } from '#database/command-line.ts'

import { scriptOptions } from './command-line.ts'
import { fiel as root_command } from './fiel.ts'

const root = join(import.meta.dirname, '..')

/** Runs the command without a database: a wrong line must be refused before it connects. */
function fiel(args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fiel.ts', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr }
}

test('--help of a verb shows its arguments, their units and an example, and runs nothing', () => {
  const { status, stdout, stderr } = fiel(['partner', 'key', '--help'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('USAGE npm run partner -- key [OPTIONS] <COMPANY> <NAME> [SCOPES]')
  expect(stdout).toContain('most points that it gives in 24 hours')
  expect(stdout).toMatch(/EXAMPLE\n\n {2}npm run partner -- key cafe "Caixa 2" points --from/)
})

test.each([
  [[], 'Name a verb.'],
  [['toString'], 'toString is no verb.'],
  [['company', 'constructor'], 'company constructor is no verb.'],
  [['partner', 'list'], 'Missing required positional argument: COMPANY'],
  [['partner', 'list', 'cafe', 'x'], 'x is one argument too many.'],
  // A misspelt limit must not make a key without one.
  [['partner', 'key', 'cafe', 'Caixa', '--form', '::1'], '--form is no option of partner key.'],
  [['partner', 'key', 'cafe', 'Caixa', '--from'], '--from has no value.'],
  [['webhook', 'replay', 'cafe'], 'Name the events: either --since INSTANT or --event ID.'],
  [['audit', '--one-in', '0'], '--one-in is 0: use an integer from 1 to 9007199254740991.'],
])('wrong arguments print the usage and one line, and end with 2: %j', (args, line) => {
  const { status, stdout, stderr } = fiel(args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^Usage: npm run /)
  expect(stderr.split('\n').at(-2)).toBe(line)
})

/** The script of the pictures. Wrong words must be refused before it builds the portal. */
function screens(args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/pictures/screens.ts', ...args],
    { cwd: root, encoding: 'utf8', timeout: 60_000 },
  )
  return { status, stdout, stderr }
}

test('--help of the pictures lists the valid words and takes no picture', () => {
  const { status, stdout, stderr } = screens(['cafe', '--help'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: npm run screens -- \[WORDS\]/)
  expect(stdout).toMatch(/^ {2}companies: .*cafe.* amarela/m)
  expect(stdout).toMatch(/^ {2}persons: usual new heavy$/m)
})

test.each(['caffe', '--size', '390'])('an unknown word of the pictures ends with 2: %s', (word) => {
  const { status, stdout, stderr } = screens(['cafe', word])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`${word} is none of these words.`)
  expect(stderr).toContain('places: login')
})

async function leaves(command: CommandDef, path: string): Promise<[string, Partial<Verb>][]> {
  const verbs = Object.entries((command.subCommands ?? {}) as Record<string, unknown>)
  if (verbs.length === 0) return [[path, command]]
  const inner = verbs.map(async ([name, verb]) =>
    leaves((typeof verb === 'function' ? await verb() : verb) as CommandDef, `${path} ${name}`),
  )
  return (await Promise.all(inner)).flat()
}

test('every verb and every argument has a description, and every verb an example', async () => {
  const all = await leaves(root_command, 'fiel')
  expect(all.map(([path]) => path)).toEqual(expect.arrayContaining(['fiel serve', 'fiel audit']))
  for (const [path, { meta, args, example }] of all) {
    expect((meta as CommandMeta).description, path).toMatch(/^[A-Z]/)
    expect(example, path).toBeTypeOf('string')
    for (const [name, { description, type, valueHint }] of Object.entries(
      (args ?? {}) as ArgsDef,
    )) {
      expect(description, `${path} ${name}`).toMatch(/\w/)
      if (type !== 'positional' && type !== 'boolean')
        expect(valueHint, `${path} ${name}`).toMatch(/\w/)
    }
  }
})

test.each([
  'bench/bench.ts',
  'bench/console.ts',
  'bench/desk/import.ts',
  'bench/desk/report.ts',
  'bench/desk/search.ts',
  'bench/programme/backtest.ts',
  'bench/streams.ts',
  'bench/touch.ts',
  'proof/run/proof-command.ts',
])('%s refuses an unknown option with one sentence, and measures nothing', (script) => {
  const args = [script, '--colour', 'red']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^--colour is no option of [a-z-]+\.\n$/)
})

test('a script accepts its own options, in each spelling, and none at all', async () => {
  const { argv } = process
  const options = {
    load_ms: { type: 'string', default: '4000', description: 'ms of load' },
    only: { type: 'string', description: 'A word' },
  } as const
  const given = (...args: string[]) => {
    process.argv = [...argv.slice(0, 2), ...args]
    return scriptOptions('crash', 'Kills servers', options)
  }
  try {
    expect(await given()).toMatchObject({ load_ms: '4000' })
    expect(await given('--load_ms', '5')).toMatchObject({ load_ms: '5' })
    expect(await given('--load-ms', '5', '--only', 'code')).toMatchObject({
      load_ms: '5',
      only: 'code',
    })
  } finally {
    process.argv = argv
  }
})
