/** The memory that a process keeps, and whether it grows from chunk to chunk. */

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Of the first chunks: V8 compiles, and pools and caches fill up. */
const warmUpChunks = 3
/** The resident memory may grow by as much. The heap after a collection shows a leak sooner. */
const maxGrowth = 0.1

/**
 * Bytes of the heap and of buffers outside it, after the garbage is collected. A buffer goes in the turn of the event loop after its
 * object, so one collection is not enough.
 */
export async function keptBytes(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** `kept`: bytes after each chunk. Null: they have grown by at most 10 % since the first chunks. */
export function growthOf(kept: number[]): string | null {
  const [first, last] = [kept[warmUpChunks - 1], kept.at(-1)!]
  if (first === undefined || last <= first * (1 + maxGrowth)) return null
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  return `the process keeps ${megabytes(last)} MB after ${kept.length} chunks, and kept ${megabytes(first)} MB after ${warmUpChunks}`
}
