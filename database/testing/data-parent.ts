import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A file system in memory, on Linux. */
const memory = '/dev/shm'
/** Space for three copies of the demo's data and the databases of a test run, with up to 1 GB of write-ahead log. */
const needed_bytes = 4_000_000_000

/**
 * The folder for the data folders of tests: in memory if there is room. A new database is 1,000 files, and on a disk the
 * kernel's work for them takes a fifth of a run's CPU time. Programs may be forbidden to run there.
 */
export function dataParent(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed_bytes ? memory : tmpdir()
}
