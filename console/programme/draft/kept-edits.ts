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

/** Takes the edits that closed tabs of the person left. They are the caller's from now on. */
export async function takeLeftEdits(owner: Owner): Promise<KeptEdits[]> {
  const start = prefix(owner)
  const open = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && !open.has(key))
  const left = keys.map((key) => localStorage.getItem(key))
  for (const key of keys) localStorage.removeItem(key)
  return left.flatMap((text) => (text === null ? [] : [JSON.parse(text) as KeptEdits]))
}
