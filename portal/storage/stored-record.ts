/**
 * The record that this browser stores under a name. Null: none, or a text that is no JSON, because other scripts of this host may
 * write there.
 */
export function storedRecord(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    // Reading a broken record must not fail the whole portal. The next sign-in writes the record
    // anew.
    return null
  }
}
