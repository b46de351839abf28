/** Edits that the server does not have yet, in this browser: per company, person and tab. */

import type { Doc } from '#console/programme/document/path.ts'
import type { PatchOperation } from '#contract/programme/draft.ts'

/** Edits that the server has not confirmed. `base`: what they were made on; null where the browser had no room for it. */
export type KeptEdits = { revision: number; base: Doc | null; operations: PatchOperation[] }

type Owner = { company_id: string; staff_id: string }

const prefix = ({ company_id, staff_id }: Owner) => `fiel-rascunho:${company_id}:${staff_id}:`

/** Begins to keep this tab's edits. A lock that lives as long as the tab tells other tabs that the edits are not theirs. */
export function keepEditsOf(owner: Owner): (edits: KeptEdits | null) => void {
  const key = `${prefix(owner)}${crypto.randomUUID()}`
  // Never released: the browser does when the tab is closed.
  void navigator.locks?.request(key, () => new Promise<never>(() => undefined))
  return (edits) => {
    if (edits === null) localStorage.removeItem(key)
    else write(key, edits)
  }
}

/** Without room for the whole document the edits alone are kept. Without room for these the page still holds them. */
function write(key: string, edits: KeptEdits): void {
  for (const one of [edits, { ...edits, base: null }]) {
    try {
      localStorage.setItem(key, JSON.stringify(one))
      return
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
  }
}

/**
 * Gives the caller the edits that closed tabs of the person left. Edits of a tab that is still open come when it closes: the browser
 * frees a tab's lock a moment after the tab is gone, so that a question now could not tell the two apart.
 */
export function followLeftEdits(owner: Owner, take: (edits: KeptEdits) => void): void {
  const start = prefix(owner)
  const followed = new Set<string>()
  const follow = (key: string) => {
    if (!key.startsWith(start) || followed.has(key)) return
    followed.add(key)
    const takeOnce = () => {
      const text = localStorage.getItem(key)
      localStorage.removeItem(key)
      if (text !== null) take(JSON.parse(text) as KeptEdits)
    }
    if (navigator.locks) void navigator.locks.request(key, takeOnce)
    else takeOnce()
  }
  for (const key of Object.keys(localStorage)) follow(key)
  // Only other tabs' writes come as this event.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && newValue !== null && navigator.locks) follow(key)
  })
}
