/** A link that opens a screen together with the sheet of a new item. The palette's acts are such links. */

import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

const newParameter = 'novo'

export function newLink(path: string): string {
  return `${path}?${newParameter}`
}

/** Runs `open` when the address asks for a new item, and takes the parameter away: neither a reload nor Back opens the sheet again. */
export function useNewLink(open: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has(newParameter)
  // An effect, because the address is outside of React.
  useEffect(() => {
    if (!isAsked) return
    open()
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(newParameter)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isAsked, open, setParams])
}
