/** Lets a limited number of callers in at once. */

type Enter = (entered: (leave: () => void) => void) => void

/** Admits at most `count` callers at once; the rest wait in order of arrival. */
export function turnstile(count: number): Enter {
  const waiting: ((leave: () => void) => void)[] = []
  let inside = 0

  function leave(): void {
    const next = waiting.shift()
    if (next) next(leave)
    else inside -= 1
  }

  return (entered) => {
    if (inside >= count) {
      waiting.push(entered)
      return
    }
    inside += 1
    entered(leave)
  }
}
