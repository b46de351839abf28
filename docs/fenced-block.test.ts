/**
 * The fenced blocks of README and guides: each has a known kind, and each block that documents.test.ts does not run is listed
 * with the file that runs it.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { blockOf, blocks } from './blocks.ts'
import { byHand, elsewhere } from './by-hand.ts'
import { agrees } from './shown-output.ts'

const root = join(import.meta.dirname, '..')

describe('a fenced block', () => {
  test.each([
    ['by-hand', byHand],
    ['elsewhere', elsewhere.map(([name]) => name)],
  ])('a fenced block that is marked %s is listed in by-hand.ts', (mark, names) => {
    const marked = blocks.filter(({ info }) => info.endsWith(` ${mark}`))
    expect(
      marked.map(({ page, text }, at) => `${page}: ${text}`.startsWith(names[at]!) || text),
    ).toEqual(names.map(() => true))
  })

  test.each(elsewhere)('the fenced block %j is read from its page by %s', (name, file) => {
    const source = readFileSync(join(root, file), 'utf8').replaceAll('${newRelease}', '0.3.0')
    const beginning = name.replaceAll('\n', String.raw`\n`)
    const ofGuide = beginning.replace('docs/operating-guide.md: ', '')
    const calls = [...source.matchAll(/\b(blockOf|guide)\(\s*['`]([^'`]+)['`]/g)]
    const isRead = calls.some(
      ([, reader, read]) =>
        (reader === 'blockOf' && read!.startsWith(beginning)) ||
        (reader === 'guide' && read!.startsWith(ofGuide)),
    )
    expect(isRead, calls.map(([call]) => call).join('\n')).toBe(true)
  })

  // The drill of deploy/evidence runs the block of the installation. So the block that prepares an upgrade must have the same
  // commands.
  test('an upgrade is prepared by the commands of the installation, all but the last one', () => {
    const clone = 'docs/operating-guide.md: git clone https://git.example.com/fiel.git /srv/fiel-'
    const installation = blockOf(`${clone}0.2.0`, [['0.2.0', '0.3.0']])
    const link = 'ln -sfn /srv/fiel-0.3.0 /srv/fiel\n'
    expect(installation).toBe(`${blockOf(`${clone}0.3.0`)}${link}`)
  })

  test('a fenced block has a known kind, and an output follows the command that printed it', () => {
    const knownInfo =
      /^(sh|sql|nginx) (by-hand|elsewhere)$|^(sh|sql|text|json|http|yaml)$|^(text|json|yaml) example$/
    expect(blocks.filter(({ info }) => !knownInfo.test(info)).map(({ info }) => info)).toEqual([])
    const outputs = blocks.filter(({ output }) => output).map(({ info }) => info)
    expect(outputs.filter((info) => !['sh', 'sql'].includes(info))).toEqual([])
    const samples = blocks.filter(({ info }) => info === 'json example')
    expect(samples.map(({ text }) => typeof JSON.parse(text))).toEqual(samples.map(() => 'object'))
  })

  test('a command’s output differs from the shown output when a value differs', () => {
    expect(agrees({ id: '…', points: 1, '…': '…' }, { id: 'a', points: 1, more: true })).toBe(true)
    expect(agrees({ id: '…', points: 1 }, { id: 'a', points: 1, more: true })).toBe(false)
    expect(agrees({ points: 1, '…': '…' }, { points: 2 })).toBe(false)
    expect(agrees([{ key: 'a' }, '…'], [{ key: 'a' }, { key: 'b' }])).toBe(true)
    expect(agrees([{ key: 'a' }], [{ key: 'a' }, { key: 'b' }])).toBe(false)
    expect(agrees('fiel_… made', 'fiel_a.b made\n')).toBe(true)
    expect(agrees('made (…)', 'made b')).toBe(false)
  })
})

test('docs/accessibility.md names journeys that exist', () => {
  const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8').split('## Keys')[0]!
  const journeys = readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(root, 'e2e', file), 'utf8'))
  const titles = [...page.matchAll(/ \*([^*|]+?)(?: …)?\*/g)].map(([, title]) => title!)
  expect(titles.length).toBeGreaterThan(10)
  expect(titles.filter((title) => !journeys.some((text) => text.includes(title)))).toEqual([])
})
