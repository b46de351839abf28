/** What is typed and not yet saved, for as long as the tab lives: a session that ends in the middle loses nothing (R3.8). */

const prefix = 'draft:'

/** Everything in the form but passwords. */
export function keepDraft(name: string, form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(([field]) => !field.includes('password'))
  sessionStorage.setItem(prefix + name, JSON.stringify(Object.fromEntries(typed)))
}

/** A field's name → what was typed into it. */
export function draftOf(name: string): Record<string, string> | null {
  const kept = sessionStorage.getItem(prefix + name)
  return kept === null ? null : JSON.parse(kept)
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(prefix + name)
}

/** Who leaves leaves nothing behind. */
export function dropDrafts(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  for (const name of names) sessionStorage.removeItem(name)
}
