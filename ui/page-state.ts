import { useSyncExternalStore } from 'react'

/** A value of the page: it outlives the components that show it, and each change renders them again. */
export function pageState<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  // One function for all renders: React subscribes anew when it changes.
  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }
  return {
    get,
    set: (next: Value) => {
      value = next
      for (const onChange of listeners) onChange()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
