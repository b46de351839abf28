/** The values of an entry of the audit log before and after the act, as lines to compare. */

import { auditText, fieldNames } from '#console/text/audit.ts'
import { scopeNames } from '#console/text/key.ts'
import { roleName } from '#console/text/shell.ts'
import { staffRoles } from '#contract/console/staff.ts'
import { formatInteger } from '#contract/value/money.ts'

export type Line = { field: string; before: string; after: string; isChanged: boolean }

/** One line for each field of either side, in their order. A field that a side lacks is '–'. */
export function comparison(before: unknown, after: unknown): Line[] {
  const sides = { before: fieldsOf(before), after: fieldsOf(after) }
  const paths = new Set([...sides.before.keys(), ...sides.after.keys()])
  return [...paths].map((path) => {
    const old = sides.before.get(path)
    const now = sides.after.get(path)
    return {
      field: nameOf(path),
      before: old ?? auditText.nothing,
      after: now ?? auditText.nothing,
      isChanged: old !== now,
    }
  })
}

/** The sentences of an entry about a publication, which are shown instead of a comparison. */
export function sentencesOf(after: unknown): string[] {
  const { changes } = (after ?? {}) as { changes?: { sentence?: unknown }[] }
  if (!Array.isArray(changes)) return []
  return changes.flatMap(({ sentence }) => (typeof sentence === 'string' ? [sentence] : []))
}

/** Field path, as 'limits.points', → its value as text. `changes` is shown by its sentences. */
function fieldsOf(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  if (!isObject(value)) {
    if (value !== null && value !== undefined) found.set('', textOf('', value))
    return found
  }
  for (const [key, part] of Object.entries(value)) {
    if (key === 'changes' && Array.isArray(part)) continue
    if (!isObject(part)) found.set(key, textOf(key, part))
    else for (const [path, text] of fieldsOf(part)) found.set(`${key}.${path}`, text)
  }
  return found
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const words: Record<string, Record<string, string>> = {
  role: Object.fromEntries(staffRoles.map((role) => [role, roleName(role)])),
  scopes: Object.fromEntries(Object.entries(scopeNames).map(([key, { label }]) => [key, label])),
}

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined) return auditText.nothing
  if (typeof value === 'boolean') return value ? auditText.yes : auditText.no
  if (typeof value === 'number') return formatInteger(value)
  if (typeof value === 'string') return words[key]?.[value] ?? value
  if (Array.isArray(value) && value.every((part) => !isObject(part))) {
    return value.length === 0 ? auditText.nothing : value.map((one) => textOf(key, one)).join(', ')
  }
  return JSON.stringify(value)
}

function nameOf(path: string): string {
  return path
    .split('.')
    .map((part) => fieldNames[part] ?? part)
    .join(' · ')
}
