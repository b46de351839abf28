/**
 * A scanner that acts as a keyboard types a code within milliseconds and ends with Enter, wherever the focus is. A person is slower.
 */

/** Milliseconds between two keys of a scanner. A fast typist needs about 100. */
const maxGap_ms = 35
/** One key of a burst may be this late: a wireless scanner or a busy machine. A person is slow more than once. */
const maxPause_ms = 500
/** Fast keys after which a late key still belongs to the burst. A rolling hand may be as fast for two. */
const minBurst = 3
/** Characters of a code. Shorter bursts come from a rolling hand. */
const minLength = 6

type Key = { key: string; at_ms: number; isModified: boolean }

/**
 * Returns a function that is fed with keys. It answers the code with the Enter that ends a burst. `begun`: the first key of a burst
 * came, so what the focused field holds now stood there before the scan.
 */
export function wedge(): (key: Key) => { code?: string; begun?: true } {
  let typed = ''
  let last_ms = -Infinity
  let hasPaused = false
  return ({ key, at_ms, isModified }) => {
    const gap_ms = at_ms - last_ms
    const isPause = gap_ms > maxGap_ms
    const isFast = !isPause || (!hasPaused && typed.length >= minBurst && gap_ms <= maxPause_ms)
    hasPaused = isFast && (hasPaused || isPause)
    last_ms = at_ms
    if (key === 'Enter') {
      const code = isFast && typed.length >= minLength ? typed : undefined
      typed = ''
      return code === undefined ? {} : { code }
    }
    // Capitals come with a Shift of their own.
    if (key === 'Shift') return {}
    if (key.length !== 1 || isModified) {
      typed = ''
      return {}
    }
    if (isFast && typed !== '') {
      typed += key
      return {}
    }
    typed = key
    return { begun: true }
  }
}
