/** Reads and writes places in the company document. A draft may hold a wrong value at any place. */

/** The document as the console edits it. Each field may hold a wrong value, which is kept until it is corrected. */
export type Doc = Record<string, unknown>
export type Path = readonly (string | number)[]

export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step],
    document,
  )
}

/** A copy of the document with another value at the path. Everything beside the path is shared with the document. */
export function withValue(document: Doc, path: Path, value: unknown): Doc {
  return put(document, path, value) as Doc
}

function put(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(whole)) {
    return whole.map((item: unknown, at) => (at === step ? put(item, rest, value) : item))
  }
  const fields = (typeof whole === 'object' && whole) || {}
  return { ...fields, [step]: put((fields as Doc)[step], rest, value) }
}

/** The list at the path; empty if the path holds no list. */
export function listAt(document: unknown, path: Path): Doc[] {
  const list = valueAt(document, path)
  return Array.isArray(list) ? list : []
}

/** A value as text: fields hold text and numbers; a group or null has none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** ['prizes', 0, 'value'] → 'prizes[].value', as field-label.ts names fields. */
export function fieldOf(path: Path): string {
  return path
    .map((step, at) => (typeof step === 'number' ? '[]' : at === 0 ? step : `.${step}`))
    .join('')
}

/** The id of the field's element, to which the summary of mistakes links. */
export function elementIdOf(path: Path): string {
  return `campo-${path.join('-')}`
}
