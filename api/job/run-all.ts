/**
 * Runs the parts of a job one after another. A part that fails does not stop the rest: the first error is thrown at the end. An abort
 * ends the run before the next part.
 */
export async function runAll(
  parts: (() => Promise<unknown>)[],
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const part of parts) {
    signal?.throwIfAborted()
    try {
      await part()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
