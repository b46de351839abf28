import { basename, dirname } from 'node:path'

import { describe, expect, test } from 'vitest'

import { files, read, source } from './source.ts'

/** The words of the contract: the names of its files. */
const words = files
  .filter((file) => file.startsWith('contract/'))
  .map((file) => basename(file).split('.')[0]!)
/** Folders of api/ that are no slices (docs/glossary.md): they serve the process, below and above the slices. */
const process = [
  'context',
  'http',
  'job',
  'log',
  'metrics',
  'secret',
  'reseal',
  'server',
  'trace',
  'page',
  'attempt',
  'credential',
  'clock',
]
/** Folders of the portal that its slices use and that are no slices themselves. */
const floor = ['text', 'storage', 'client', 'form', 'feedback', 'offline']
/** Folders of the console that its slices use and that are no slices themselves. */
const consoleFloor = [
  'chart',
  'call',
  'home',
  'palette',
  'path',
  'sample',
  'table',
  'unsent',
  'value',
  'account',
]
const own = [
  ...process,
  ...floor,
  ...consoleFloor,
  'testing',
  'partner',
  'reference',
  'mail',
  'app',
]

describe('names', () => {
  test('no folder or file has a name that could hold anything, such as utils or common', () => {
    const vague =
      /^(utils?|helpers?|common|lib|services?|managers?|types|hooks|misc|shared|base|data)$/i
    const names = files.flatMap((file) => [
      ...dirname(file).split('/'),
      basename(file).split('.')[0]!,
    ])
    expect(names.filter((name) => vague.test(name))).toEqual([])
  })

  test('components are PascalCase.tsx, everything else is kebab-case', () => {
    const odd = source.filter((file) => {
      const name = basename(file).replace(
        /(\.module)?(\.test|\.spec|\.race\.test|\.model\.test|(\.console)?\.config)?\.\w+$/,
        '',
      )
      if (file.startsWith('database/schema/')) return !/^\d{2,}_[a-z_]+$/.test(name)
      if (/^(portal|console|ui)\//.test(file) && /^[A-Z]/.test(name))
        return !/^[A-Z][A-Za-z]+$/.test(name)
      return !/^[a-z][a-z0-9-]*(\.d)?$/.test(name)
    })
    expect(odd.filter((file) => file !== 'portal/text/pt-BR.ts')).toEqual([])
  })

  test('no two files of database/schema/ have the same number', () => {
    const numbers = files
      .filter((file) => file.startsWith('database/schema/'))
      .map((file) => basename(file).split('_')[0]!)
    expect(numbers.length).toBeGreaterThan(15)
    expect([...new Set(numbers)]).toEqual(numbers)
  })

  test('a folder of api/, portal/ or console/ is named by a word of the contract, or listed in this file', () => {
    const folders = files
      .filter((file) => /^(api|portal|console)\/[^/]+\//.test(file))
      .map((file) => file.split('/')[1]!)
    const allowedWords = new Set([...words, ...own])
    expect([...new Set(folders)].filter((name) => !allowedWords.has(name))).toEqual([])
  })

  test('a file of journeys is named after a slice, or begins with its name: prize, prize-redemption', () => {
    const journeys = files.flatMap(
      (file) => /^e2e\/(?:console\/)?(.+)\.spec\.ts$/.exec(file)?.[1] ?? [],
    )
    // Conditions in which all slices must work.
    const conditions = [
      'accessibility',
      'bad-network',
      'cross-origin',
      'file-host',
      'keyboard',
      'wrong-clock',
    ]
    const slices = [...words, ...own, 'brand', 'till']
    const isOfSlice = (name: string) =>
      slices.some((word) => name === word || name.startsWith(`${word}-`))
    expect(journeys.length).toBeGreaterThan(30)
    expect(journeys.filter((name) => !isOfSlice(name)).toSorted()).toEqual(conditions)
  })

  test('a local variable is camelCase, unless it holds a field of the wire, a table or a file', () => {
    const words = /[a-z][A-Za-z0-9]*(?:_[a-z0-9]+)+/g
    const fields = new Set<string>()
    for (const file of files.filter((name) => /\.(sql|json|yaml|ts|tsx|cjs)$/.test(name))) {
      for (const [word] of fieldText(file).matchAll(words)) fields.add(word.replace(/^p_/, ''))
    }
    // A unit keeps its underscore: timeout_ms.
    const local = /\b(?:const|let|function) ([a-z][A-Za-z0-9]*_(?!(?:ms|s|px|bytes)\b)\w+)/g
    const odd = source
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(local)].map(([, name]) => `${file}: ${name}`))
    expect(odd.filter((line) => !fields.has(line.split(': ')[1]!))).toEqual([])
  })

  /** The files that still use these participles as names. The list can only shrink. */
  const participles: Record<string, string[]> = {
    'api/intention/stored/ask-terms.sql': ['asked'],
    'api/notification/expiry/notices.sql': ['told'],
    'api/notification/push/push-queue.ts': ['taken'],
    'api/notification/subscription/subscription.sql': ['kept'],
    'api/partner/stored/key-use.sql': ['given'],
    'api/testing/models/engine-stage.ts': ['told'],
    'api/testing/models/ledger-model.ts': ['given', 'kept', 'taken'],
    'engine/audit/audited-page.sql': ['kept'],
    'engine/locate/locate.sql': ['known'],
    'portal/client/attempt.ts': ['asked'],
  }

  /** The participles that a .sql file uses as names, or that a TypeScript file gives to variables. */
  function participlesIn(file: string, text: string): string[] {
    const participle = String.raw`(known|kept|asked|told|given|taken)\b`
    const found = file.endsWith('.sql')
      ? text
          .replaceAll(/--.*$|'(?:[^']|'')*'/gm, '')
          .matchAll(new RegExp(String.raw`\b${participle}`, 'g'))
      : text.matchAll(new RegExp(String.raw`\b(?:const|let) (?:[{[][^=]*?\b)?${participle}`, 'g'))
    return [...new Set([...found].map(([, name]) => name!))].toSorted()
  }

  test('a variable’s name is a noun, not known, kept, asked, told, given or taken', () => {
    const checked = source.filter(
      (file) => /\.(sql|tsx?)$/.test(file) && !/^database\/schema\/|\.(test|spec)\.ts$/.test(file),
    )
    const found = checked
      .map((file) => [file, participlesIn(file, read(file))] as const)
      .filter(([, names]) => names.length > 0)
    expect(Object.fromEntries(found)).toEqual(participles)
  })

  test.each([
    ['a.sql', "select kept.id from lot kept -- taken\n where kept.kind = 'given'", ['kept']],
    ['a.sql', 'declare taken draw; kept_amount bigint', ['taken']],
    ['a.ts', 'const known = 1; let { a, told } = b; f(given)', ['known', 'told']],
    ['a.ts', 'const knownRows = 1; const [at, asked] = b', ['asked']],
  ])('the rule finds a participle that is a variable’s name in %s: %s', (file, text, names) => {
    expect(participlesIn(file, text)).toEqual(names)
  })
})

/** The part of a file that may name a field: SQL without comments, strings of TypeScript, and the contract's keys. */
function fieldText(file: string): string {
  const text = read(file)
  if (file.endsWith('.sql')) return text.replaceAll(/--.*$/gm, '')
  if (!/\.(ts|tsx|cjs)$/.test(file)) return text
  const strings = [...text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].map(([string]) => string)
  const keys = file.startsWith('contract/') ? [...text.matchAll(/\w+(?=\??:)/g)].map(String) : []
  return [...strings, ...keys].join(' ')
}
