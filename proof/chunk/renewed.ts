/** A stage whose servers are opened anew from time to time. */

import type { Stage } from '../proof.ts'

/** Opens the stage again after `maxSteps`, so that its database does not grow for as long as the proof runs. */
export async function renewed(open: () => Promise<Stage>, maxSteps: number): Promise<Stage> {
  let stage: Stage | undefined = await open()
  let steps = 0
  async function close(): Promise<void> {
    const closing = stage
    stage = undefined
    await closing?.close()
  }
  return {
    chunk: async (seed) => {
      if (steps >= maxSteps) {
        await close()
        steps = 0
      }
      stage ??= await open()
      const chunk = await stage.chunk(seed)
      steps += chunk.steps
      return chunk
    },
    close,
  }
}
