/** Whether other programs make this machine slow. A proof's own load is below 4 for each core. */

import { availableParallelism, loadavg } from 'node:os'

export const busyLoad = 4 * availableParallelism()

/** Above this load a late answer or a late start is no wrong of the product. */
export function isMachineBusy(): boolean {
  return loadavg()[0]! > busyLoad
}
