/** `npm run client -- [FOLDER]` writes the package fiel-till, the client for tills, into till/dist/ or FOLDER. */

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import fiel from '#package.json' with { type: 'json' }

import { callsOfTill } from './calls.ts'
import { entryScript, entryTypes } from './declarations.ts'

const root = join(import.meta.dirname, '../..')
const name = 'fiel-till'
const sources = ['send.ts', 'till-error.ts', 'webhook.ts']

/** Replaces `folder` by the package. The same commit gives the same files. */
export async function buildClient(folder: string): Promise<void> {
  // The formatter leaves out what git ignores, such as till/dist/.
  const draft = mkdtempSync(join(tmpdir(), 'fiel-client-'))
  try {
    await write(draft)
    rmSync(folder, { recursive: true, force: true })
    cpSync(draft, folder, { recursive: true })
  } finally {
    rmSync(draft, { recursive: true })
  }
}

async function write(folder: string): Promise<void> {
  compile(folder)
  const files = {
    'index.js': await entryScript(`${name}/${fiel.version}`),
    'index.d.ts': await entryTypes(),
    'package.json': JSON.stringify(manifest),
    'README.md': await readme(),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  run('oxfmt', ['--config', '.oxfmtrc.json', folder])
}

const manifest = {
  name,
  version: fiel.version,
  description: "The calls of Fiel's API for a till, typed, with retries and the check of webhooks",
  license: fiel.license,
  type: 'module',
  engines: { node: '>=20' },
  types: './index.d.ts',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './package.json': './package.json',
  },
  sideEffects: false,
}

/** till/*.ts as JavaScript and declarations. `npm test` has checked the types. */
function compile(folder: string): void {
  const options = [
    '--ignoreConfig --noCheck --target es2022 --module nodenext --rewriteRelativeImportExtensions',
    '--declaration --types node',
  ]
  const files = sources.map((file) => join('till', file))
  run('tsc', [...options.join(' ').split(' '), '--outDir', folder, ...files])
  // The compiler leaves the extensions of imports in declarations as they are.
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

function run(program: string, args: string[]): void {
  const path = join(root, 'node_modules/.bin', program)
  execFileSync(path, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function readme(): Promise<string> {
  const text = readFileSync(join(root, 'till/README.md'), 'utf8')
  const example = readFileSync(join(root, 'docs/examples/till.mjs'), 'utf8')
  const rows = (await callsOfTill()).map(({ name: call, parameters, request, key, summary }) => {
    const args = [...parameters, ...(request ? ['{ … }'] : [])].join(', ')
    return `| \`${call}(${args})\` | \`${key}\` | ${summary} |`
  })
  return text
    .replace('<!-- docs/examples/till.mjs -->', () => `\`\`\`js\n${example}\`\`\``)
    .replace('<!-- calls -->', () =>
      ['| function | call | what it does |', '|---|---|---|', ...rows].join('\n'),
    )
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'till/dist'))
  await buildClient(folder)
  console.log(`${name} ${fiel.version} is in ${folder}`)
}
