/** Unsaved form values, kept until the tab closes: a session that ends during typing loses nothing (R3.8). */

const prefix = 'draft:'

/** Whether the draft keeps a field. A form of stored data keeps only what differs from them. */
export type KeepsField = (field: string, form: FormData) => boolean

/** Stores the fields except passwords. Without a field to keep there is no draft. */
export function keepDraft(
  name: string,
  form: HTMLFormElement,
  keeps: KeepsField = () => true,
): void {
  const data = new FormData(form)
  const typed = [...data].filter(([field]) => !field.includes('password') && keeps(field, data))
  if (typed.length === 0) return dropDraft(name)
  sessionStorage.setItem(prefix + name, JSON.stringify(Object.fromEntries(typed)))
}

/** A field's name → its typed value. */
export function draftOf(name: string): Record<string, string> | null {
  const stored = sessionStorage.getItem(prefix + name)
  return stored === null ? null : JSON.parse(stored)
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(prefix + name)
}

/** On logout no draft stays in the browser. */
export function dropDrafts(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  for (const name of names) sessionStorage.removeItem(name)
}
