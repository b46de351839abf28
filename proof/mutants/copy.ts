/** A copy of the project made of hard links. One file at a time carries a defect; the project itself is never changed. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { Defect } from './defect.ts'

const root = join(import.meta.dirname, '../..')
/** Limit for one test run: a defect may make a test hang. */
const runLimit_ms = 300_000

/** The result of a vitest run. `output` is everything that vitest printed. */
export type Run = { tests: { name: string; status: string }[]; output: string }
type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }

export class Copy {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async make(): Promise<Copy> {
    const copy = new Copy(await mkdtemp(join(tmpdir(), 'fiel-mutants-')))
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
    for (const file of files.split('\n')) {
      // Git lists a removed file until the next commit.
      if (file && existsSync(join(root, file))) await copy.#link(file)
    }
    await symlink(join(root, 'node_modules'), copy.#at('node_modules'))
    return copy
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Returns false unless the line is in the file exactly once. */
  async apply({ file, line, wrong }: Defect): Promise<boolean> {
    const [before, after, ...more] = (await readFile(join(root, file), 'utf8')).split(line)
    if (after === undefined || more.length > 0) return false
    // Remove the hard link first: writing through it would change the project's own file.
    await rm(this.#at(file))
    await writeFile(this.#at(file), before + wrong + after)
    return true
  }

  async restore({ file }: Defect): Promise<void> {
    await rm(this.#at(file))
    await this.#link(file)
  }

  /** Runs the tests of `file` whose names contain one of the titles. */
  async run(file: string, titles: string[]): Promise<Run> {
    const report = this.#at('mutant-report.json')
    await rm(report, { force: true })
    const pattern = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        file,
        '-t',
        pattern,
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      {
        cwd: this.#folder,
        // 100 random steps find every defect whose test is a model test.
        env: { ...process.env, SOAK_SEED: '1', SOAK_STEPS: '100', SOAK_SHRINK: 'no' },
        timeout: runLimit_ms,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => void (output += String(chunk)))
    }
    await once(child, 'close')
    const reportText = await readFile(report, 'utf8').catch(() => undefined)
    const { testResults } = reportText ? (JSON.parse(reportText) as Report) : { testResults: [] }
    const tests = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({ name: fullName, status })),
    )
    return { tests, output }
  }

  #at(file: string): string {
    return join(this.#folder, file)
  }

  /** Links the file, or copies it if the two folders are on different file systems. */
  async #link(file: string): Promise<void> {
    const from = join(root, file)
    await mkdir(dirname(this.#at(file)), { recursive: true })
    await link(from, this.#at(file)).catch(() => copyFile(from, this.#at(file)))
  }
}
