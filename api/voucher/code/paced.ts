import { setImmediate } from 'node:timers/promises'

/** Codes that are sealed or opened without a pause for other calls: about 20 ms. */
const codesAtOnce = 1_000

/** The results for all codes in their order. Other calls run in between, because a file has up to 100,000 codes. */
export async function paced<Code, Result>(
  codes: Code[],
  resultOf: (code: Code) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, code] of codes.entries()) {
    if (at % codesAtOnce === codesAtOnce - 1) await setImmediate()
    results.push(resultOf(code))
  }
  return results
}
