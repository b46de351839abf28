import type { Timeline } from '../time/timeline.ts'

/** Waits for work on the model: its time goes on meanwhile. */
export async function waitFor<Result>(timeline: Timeline, work: Promise<Result>): Promise<Result> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  await timeline.run(() => isDone, { ms: 60_000, events: 10_000 })
  return work
}
