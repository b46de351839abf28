import { isUnreachable } from '#database/sql.ts'

/**
 * Runs a part of a job for each item, one after another. A part that fails does not stop the rest: at the end an Error says by `failed`
 * how many failed, and its cause is the first error. An abort and an unreachable database end the run at once.
 */
export async function runEach<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<unknown>,
  { failed, signal }: { failed: (count: number) => string; signal: AbortSignal | undefined },
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    signal?.throwIfAborted()
    try {
      await run(item)
    } catch (error) {
      if (isUnreachable(error) || signal?.aborted) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new Error(failed(errors.length), { cause: errors[0] })
}
