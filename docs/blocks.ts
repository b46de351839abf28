/** The fenced blocks of README and guides, and the shell that their commands are typed into. */

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The pages, in the order in which their commands run. A page with sales runs after the pages whose figures its sales would
 * change.
 */
export const pages = [
  ...readdirSync(import.meta.dirname).map((file) => `docs/${file}`),
  'README.md',
  'api/reference/quick-start.md',
].filter((file) => file.endsWith('.md'))

export type Block = { page: string; info: string; text: string; output?: Block }

export const blocks: Block[] = pages.flatMap((page) => {
  const fences = readFileSync(join(root, page), 'utf8').matchAll(/^```(\S.*)\n([^]*?)^```$/gm)
  return [...fences].map(([, info, text]) => ({ page, info: info!, text: text! }))
})
for (const [at, block] of blocks.entries()) {
  const before = blocks[at - 1]
  if (/^(text|json)$/.test(block.info) && before && before.page === block.page)
    before.output = block
}

/**
 * The commands of one block. `name` is the page and the beginning of the block: 'PAGE: BEGINNING'. `standsFor` replaces names
 * that the page uses. Throws unless exactly one block begins so.
 */
export function blockOf(name: string, standsFor: [name: string, by: string][] = []): string {
  const found = blocks.filter(
    ({ page, info, text }) => /^(sh|sql|nginx)\b/.test(info) && `${page}: ${text}`.startsWith(name),
  )
  if (found.length !== 1) throw new Error(`${found.length} blocks begin as in ${name}`)
  return standsFor.reduce((text, [one, by]) => {
    if (!text.includes(one)) throw new Error(`the block ${name} has no ${one}`)
    return text.replaceAll(one, by)
  }, found[0]!.text)
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** `npm run NAME -- …` is the program that package.json names, on this Node. */
const programs = Object.entries(scripts)
  .filter(([, program]) => program.startsWith('node scripts/run.cjs '))
  .map(([name, program]) => `    ${name}) '${process.execPath}' ${program.slice(21)} "$@" ;;`)

/** The beginning of a script of bash in which `npm run` starts its program without npm. */
export const withoutNpm = `
set -euo pipefail
npm() {
  test "$1" = run
  local name=$2
  shift 2
  if [ "\${1:-}" = -- ]; then shift; fi
  case $name in
${programs.join('\n')}
    *) echo "no script $name" >&2; return 1 ;;
  esac
}
`

type Place = { cwd?: string; env?: Record<string, string | undefined> }

/** Starts a script of bash that runs until it is stopped, and collects what it prints. */
export function startScript(script: string, { cwd = root, env = {} }: Place = {}) {
  // A process group of its own, so that one signal reaches the programs that bash has started.
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
  }
  process.once('exit', end)
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => void (printed += String(chunk)))

  /** Waits until the output has the pattern. Rejects if the script ends without it. */
  function until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const outputs = [child.stdout, child.stderr]
      const look = () => {
        const found = pattern.exec(printed)
        if (!found) return
        // Stop listening: each search reads all of the output, and the log of a server grows.
        for (const output of outputs) output.off('data', look)
        resolve(found)
      }
      for (const output of outputs) output.on('data', look)
      look()
      child.once('close', () => reject(new Error(`the script ended and printed: ${printed}`)))
    })
  }

  /** Waits for the end of a script that ends by itself. Rejects unless it succeeds. */
  async function ended(): Promise<void> {
    await closed
    if (child.exitCode !== 0) throw new Error(`the script failed and printed: ${printed}`)
  }

  /** Ends each program of the script, as Ctrl-C of a terminal does, and returns all that was printed. */
  async function stop(): Promise<string> {
    end()
    await closed
    process.removeListener('exit', end)
    return printed
  }
  return { until, ended, stop }
}
