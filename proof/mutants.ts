/**
 * `npm run mutants` applies each defect of proof/mutants/defects.ts to a copy of the project and runs the one test that must
 * catch it. It prints killed, survived or broken. Exit code 1 if a defect survives, if it no longer applies, or if its test
 * fails without it. Use `-- --only 'code'` to select defects whose name or file contains the word.
 */

import { scriptOptions } from '../scripts/command-line.ts'
import { Copy, type Run } from './mutants/copy.ts'
import type { Defect } from './mutants/defect.ts'
import { defects } from './mutants/defects.ts'

const verdicts = { failed: 'killed', passed: 'survived', 'did not run': 'broken' } as const

const values = await scriptOptions('mutants', 'Checks that a test catches each deliberate defect', {
  only: {
    type: 'string',
    description: 'Only defects whose name or file has this word',
  },
})
const selected = defects.filter(({ name, file }) => `${name} ${file}`.includes(values.only ?? ''))
const copy = await Copy.make()
try {
  process.exitCode = (await everyTestPasses()) && (await everyDefectIsCaught()) ? 0 : 1
} finally {
  await copy.remove()
}

/** A test that fails without a defect would kill every mutant. */
async function everyTestPasses(): Promise<boolean> {
  const titles = Map.groupBy(selected, ({ test }) => test.file)
  let allPass = true
  for (const [file, ofFile] of titles) {
    const titles = [...new Set(ofFile.map(({ test }) => test.title))]
    const ran = await copy.run(file, titles)
    for (const title of titles) {
      const outcome = outcomeOf(ran, title)
      if (outcome === 'passed') continue
      console.error(`WITHOUT A DEFECT ${outcome}: ${file}, ${title}\n${ran.output}`)
      allPass = false
    }
  }
  if (allPass) console.log(`without a defect the tests of ${titles.size} files pass\n`)
  return allPass
}

async function everyDefectIsCaught(): Promise<boolean> {
  const count: Record<Verdict, number> = { killed: 0, survived: 0, broken: 0 }
  for (const defect of selected) {
    const verdict = await verdictOf(defect)
    count[verdict] += 1
    console.log(`${verdict.padEnd(9)} ${defect.name}  (${defect.file}; ${defect.test.title})`)
  }
  console.log(
    `\n${selected.length} defects: ${count.killed} killed, ${count.survived} survived, ${count.broken} could not be applied`,
  )
  return count.survived + count.broken === 0
}

type Verdict = 'killed' | 'survived' | 'broken'

async function verdictOf(defect: Defect): Promise<Verdict> {
  if (!(await copy.apply(defect))) return 'broken'
  try {
    const ran = await copy.run(defect.test.file, [defect.test.title])
    const outcome = outcomeOf(ran, defect.test.title)
    if (outcome === 'did not run') console.error(ran.output)
    return verdicts[outcome]
  } finally {
    await copy.restore(defect)
  }
}

function outcomeOf({ tests }: Run, title: string): keyof typeof verdicts {
  const matches = tests.filter(({ name }) => name.includes(title))
  if (matches.some(({ status }) => status === 'failed')) return 'failed'
  return matches.some(({ status }) => status === 'passed') ? 'passed' : 'did not run'
}
