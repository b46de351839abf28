/**
 * `npm run mutants`: makes each defect of bench/mutants/defects.ts in a copy, runs the one test that must catch it, and
 * prints killed and survived. Exit code 1 when one survives, when a defect cannot be made any more, or when its test fails
 * without it. `-- --only 'code'` makes those whose name or file has the word.
 */

import { parseArgs } from 'node:util'

import { Copy, type Ran } from './mutants/copy.ts'
import type { Defect } from './mutants/defect.ts'
import { defects } from './mutants/defects.ts'

const fates = { failed: 'killed', passed: 'survived', 'did not run': 'broken' } as const

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const asked = defects.filter(({ name, file }) => `${name} ${file}`.includes(values.only))
const copy = await Copy.make()
try {
  process.exitCode = (await everyTestPasses()) && (await everyDefectIsCaught()) ? 0 : 1
} finally {
  await copy.remove()
}

/** A test that fails anyway would kill every mutant. */
async function everyTestPasses(): Promise<boolean> {
  const titles = Map.groupBy(asked, ({ test }) => test.file)
  let all_pass = true
  for (const [file, of_file] of titles) {
    const named = [...new Set(of_file.map(({ test }) => test.title))]
    const ran = await copy.run(file, named)
    for (const title of named) {
      const verdict = verdictOf(ran, title)
      if (verdict === 'passed') continue
      console.error(`WITHOUT A DEFECT ${verdict}: ${file}, ${title}\n${ran.said}`)
      all_pass = false
    }
  }
  if (all_pass) console.log(`without a defect the tests of ${titles.size} files pass\n`)
  return all_pass
}

async function everyDefectIsCaught(): Promise<boolean> {
  const count: Record<Fate, number> = { killed: 0, survived: 0, broken: 0 }
  for (const defect of asked) {
    const fate = await fateOf(defect)
    count[fate] += 1
    console.log(`${fate.padEnd(9)} ${defect.name}  (${defect.file}; ${defect.test.title})`)
  }
  console.log(
    `\n${asked.length} defects: ${count.killed} killed, ${count.survived} survived, ${count.broken} could not be made`,
  )
  return count.survived + count.broken === 0
}

type Fate = 'killed' | 'survived' | 'broken'

async function fateOf(defect: Defect): Promise<Fate> {
  if (!(await copy.spoil(defect))) return 'broken'
  try {
    const ran = await copy.run(defect.test.file, [defect.test.title])
    const verdict = verdictOf(ran, defect.test.title)
    if (verdict === 'did not run') console.error(ran.said)
    return fates[verdict]
  } finally {
    await copy.mend(defect)
  }
}

function verdictOf({ tests }: Ran, title: string): keyof typeof fates {
  const named = tests.filter(({ name }) => name.includes(title))
  if (named.some(({ status }) => status === 'failed')) return 'failed'
  return named.some(({ status }) => status === 'passed') ? 'passed' : 'did not run'
}
