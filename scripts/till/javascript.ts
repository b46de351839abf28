/** docs/examples/till.ts as JavaScript, for a till whose Node does not strip types. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const tool = (name: string) => join(root, 'node_modules/.bin', name)

/** The text of till.mjs. The ending makes it a module in whatever folder it is copied to. */
export function tillInJavaScript(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiel-till-'))
  try {
    const options = '--target es2022 --module nodenext --noCheck --types node --ignoreConfig'
    const source = join(root, 'docs/examples/till.ts')
    execFileSync(tool('tsc'), [...options.split(' '), '--outDir', folder, source], { cwd: root })
    const compiled = readFileSync(join(folder, 'till.js'), 'utf8')
    return execFileSync(tool('oxfmt'), ['--stdin-filepath', 'docs/examples/till.mjs'], {
      cwd: root,
      encoding: 'utf8',
      input: withBlankLines(compiled),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The compiler drops blank lines. Each declaration of the file gets one before it. */
function withBlankLines(text: string): string {
  return text
    .replaceAll(/^(\}|import .*)$/gm, '$1\n')
    .replaceAll(/^(const .*;)\n(?=\/\*\*|async)/gm, '$1\n\n')
}
