import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The period of the measuring timer in ms. A shorter period would cost more than it tells. */
const resolution_ms = 10
/** The time over which a percentile is taken, in ms: 25 timers are enough for the 90th, and a burst is noticed quickly. */
const window_ms = 250

/**
 * Measures by how many ms timers of this process are late. The figure is the lower one of the 90th percentiles of the last two
 * periods of 250 ms. One long garbage collection therefore counts as no pressure.
 */
export function measureEventLoopDelay(): { delay_ms: () => number; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: resolution_ms })
  histogram.enable()
  let last_ms = 0
  let delay_ms = 0
  const timer = setInterval(() => {
    // Node records the time between two timers, so a loop that is idle has `resolution_ms`.
    const late_ms = Math.max(0, histogram.percentile(90) / 1e6 - resolution_ms)
    histogram.reset()
    delay_ms = Math.min(last_ms, late_ms)
    last_ms = late_ms
  }, window_ms).unref()
  return {
    delay_ms: () => delay_ms,
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
