/**
 * A scanner that acts as a keyboard types a code within milliseconds and ends with Enter, wherever the focus is. A person is slower.
 */

/** Milliseconds between two keys of a scanner. A fast typist needs about 100. */
const maxGap_ms = 35
/** Milliseconds that a busy page may delay a key of a burst. */
const maxPause_ms = 500
/** Fast keys after which a burst is a scanner's, so that a delayed key still belongs to it. No hand rolls over so many. */
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
  return ({ key, at_ms, isModified }) => {
    const isFast = at_ms - last_ms <= (typed.length < minBurst ? maxGap_ms : maxPause_ms)
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
