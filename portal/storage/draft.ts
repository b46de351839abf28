/** Unsaved form values, kept until the tab closes: a session that ends during typing loses nothing (R3.8). */

const prefix = 'draft:'

/** Stores every field except passwords. */
export function keepDraft(name: string, form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(([field]) => !field.includes('password'))
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
