import { isStatementTimeout, isUnreachable } from '#database/sql.ts'

type Options = {
  /** The message of the error at the end. */
  failed: (count: number) => string
  signal: AbortSignal | undefined
  /**
   * After so many statements that reached their time limit the rest is left for the next run. Without it each further part may wait for
   * 15 s in vain.
   */
  maxTimeouts?: number
}

/**
 * Runs a part of a job for each item, one after another. A part that fails does not stop the rest: at the end an Error says by `failed`
 * how many failed, and its cause is the first error. An abort and an unreachable database end the run at once.
 */
export async function runEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  run: (item: Item) => Promise<unknown>,
  { failed, signal, maxTimeouts = Infinity }: Options,
): Promise<void> {
  let first: unknown
  const count = { errors: 0, timeouts: 0 }
  for await (const item of items) {
    signal?.throwIfAborted()
    try {
      await run(item)
    } catch (error) {
      if (isUnreachable(error) || signal?.aborted) throw error
      if (count.errors === 0) first = error
      count.errors += 1
      if (isStatementTimeout(error)) count.timeouts += 1
      if (count.timeouts >= maxTimeouts) break
    }
  }
  if (count.errors > 0) throw new Error(failed(count.errors), { cause: first })
}
