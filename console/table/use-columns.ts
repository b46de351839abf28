/** The person's choice of a table's columns, stored in this browser. */

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

/** The stored text may have another form: another program or release may have written it. */
function read(key: string): Visibility {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Visibility) : {}
  } catch {
    // Storage may be off, or hold what an older release wrote. All columns are then shown.
    return {}
  }
}
