/** Which columns of a table this browser shows. */

import { useState } from 'react'

type Visibility = Record<string, boolean>

export function useColumns(table: string, initial: Visibility) {
  const key = `columns.${table}`
  const [visibility, setVisibility] = useState<Visibility>(() => ({ ...initial, ...read(key) }))
  return {
    visibility,
    setVisibility: (next: Visibility) => {
      localStorage.setItem(key, JSON.stringify(next))
      setVisibility(next)
    },
  }
}

/** Somebody may have written something else under the key. */
function read(key: string): Visibility {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Visibility) : {}
  } catch {
    // Storage may be off, or hold what an older release wrote. All columns are then shown.
    return {}
  }
}
