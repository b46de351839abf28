/**
 * The text that a person typed into a form and has not sent. It is stored per company, person and form. So nothing is lost
 * when a sheet is closed by mistake, the page is reloaded or the session ends.
 */

import { isSame } from '#contract/value/json.ts'

export type Values = Record<string, unknown>
export type Owner = { company_id: string; staff_id: string }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type UnsentValues = ReturnType<typeof unsentValues>

const prefix = 'fiel-formulario:'

/** `store`: the session's storage, which lives as long as the tab; or `pageMemory` for what must not be written to a disk. */
export function unsentValues(store: Store, { company_id, staff_id }: Owner, form: string) {
  const key = `${prefix}${company_id}:${staff_id}:${form}`
  return {
    /** The typed values of the form's own fields. A field that a newer release no longer has is left out. */
    read: (first: Values): Values => {
      const text = store.getItem(key)
      const typed = text === null ? {} : (JSON.parse(text) as Values)
      return Object.fromEntries(
        Object.entries(typed).filter(([name]) => Object.hasOwn(first, name)),
      )
    },
    /** Only what differs: a field that the person did not touch shows the newest stored value when the form opens again. */
    keep: (first: Values, values: Values) => {
      const typed = Object.entries(values).filter(([name, value]) => !isSame(value, first[name]))
      if (typed.length === 0) store.removeItem(key)
      else write(store, key, JSON.stringify(Object.fromEntries(typed)))
    },
    clear: () => store.removeItem(key),
  }
}

/** Without room the form still works; only a closed sheet loses its text. */
function write(store: Store, key: string, text: string): void {
  try {
    store.setItem(key, text)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Removes all unsent values of this tab, because the person signs out. */
export function forgetUnsentValues(store: Storage): void {
  for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
}

const texts = new Map<string, string>()

/** Lives as long as the page. Voucher codes are worth money, so they are not written to the browser's storage. */
export const pageMemory: Store = {
  getItem: (key) => texts.get(key) ?? null,
  setItem: (key, text) => void texts.set(key, text),
  removeItem: (key) => void texts.delete(key),
}
