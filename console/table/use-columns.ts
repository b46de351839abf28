/** The person's choice of a table's columns, stored in this browser. */

import { useCallback, useState } from 'react'

import { isObject } from '#contract/value/json.ts'

type Visibility = Record<string, boolean>

export function useColumns(table: string, initial: Visibility) {
  const key = `columns.${table}`
  const [visibility, setVisibility] = useState<Visibility>(() => visibilityOf(key, initial))
  return {
    visibility,
    setVisibility: useCallback(
      (next: Visibility) => {
        localStorage.setItem(key, JSON.stringify(next))
        setVisibility(next)
      },
      [key],
    ),
  }
}

/** The stored choice of the columns that the table has. A new column is shown as the table begins. */
export function visibilityOf(key: string, initial: Visibility): Visibility {
  const stored = read(key)
  return Object.fromEntries(
    Object.entries(initial).map(([id, isShown]) => {
      const choice = stored[id]
      return [id, typeof choice === 'boolean' ? choice : isShown]
    }),
  )
}

function read(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return isObject(stored) ? stored : {}
  } catch {
    // Storage may be off, or hold what an older release wrote. The table then shows its first columns.
    return {}
  }
}
