/** Prints the journeys that passed only when they were repeated, and fails a run that has more than one. */

import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'

/** A second one is no accident of the machine: journeys or portal have a race. */
const maxRepeats = 1

export default class Repeats implements Reporter {
  #repeated: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onTestEnd(test: Pick<TestCase, 'outcome' | 'title'>): void {
    if (test.outcome() === 'flaky') this.#repeated.push(test.title)
  }

  async onEnd({ status }: Pick<FullResult, 'status'>): Promise<Pick<FullResult, 'status'>> {
    for (const title of this.#repeated) console.log(`Passed only when repeated: ${title}`)
    if (status !== 'passed' || this.#repeated.length <= maxRepeats) return { status }
    console.log(`${this.#repeated.length} journeys were repeated; ${maxRepeats} is allowed.`)
    return { status: 'failed' }
  }
}
