/** Applies the operations of a JSON Patch (RFC 6902) to a draft. */

import { applyPatch } from 'rfc6902'

import { ApiError } from '#api/http/api-error.ts'
import { isStorable, type PatchOperation } from '#contract/programme/draft.ts'
import { draftText } from '#contract/programme/text.ts'

/** bytes of a document in JSON. */
const maxDocument_bytes = 1_000_000
/** Levels of a document. company.yaml has 7; more only slow the walk down. */
const maxDepth = 20
/** Items of a list, and values in all. A check takes about 10 µs for each value, and other calls wait for it. */
const maxItems = 2_000
const maxValues = 20_000
/** Keys that reach an object's prototype. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** A changed copy. Throws `validation` for a path that does not exist, a key of a prototype, and a document that is too large. */
export function patched(document: object, operations: PatchOperation[]): object {
  const copy = structuredClone(document)
  operations.forEach((operation, at) => {
    const refuse = (sentence: string) => refused(`operations.${at}.path`, sentence)
    const pointers = 'from' in operation ? [operation.path, operation.from] : [operation.path]
    if (pointers.flatMap(tokensOf).some((token) => forbidden.has(token))) {
      throw refuse(draftText.noField)
    }
    if ('value' in operation && !isAllowed(operation.value, maxDepth)) {
      throw refuse(draftText.badValue)
    }
    const isNew = operation.op === 'add' || operation.op === 'move'
    if (!exists(copy, tokensOf(operation.path), isNew)) throw refuse(draftText.noField)
    if ('from' in operation && !exists(copy, tokensOf(operation.from), false)) {
      throw refuse(draftText.noField)
    }
    const [error] = applyPatch(copy, [operation])
    if (error) throw refuse(draftText.noField)
  })
  const json = JSON.stringify(copy)
  const isTooLarge = Buffer.byteLength(json) > maxDocument_bytes || valuesIn(copy) > maxValues
  if (isTooLarge || !isAllowed(copy, maxDepth)) throw refused('operations', draftText.tooLarge)
  return JSON.parse(json) as object
}

function refused(field: string, sentence: string): ApiError {
  return new ApiError('validation', { fields: { [field]: [sentence] } })
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Whether the document has the place. `isNew`: its parent is enough. */
function exists(document: object, tokens: string[], isNew: boolean): boolean {
  let value: unknown = document
  for (const token of isNew ? tokens.slice(0, -1) : tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return false
    // An array has its length as a field of its own.
    if (Array.isArray(value) && !/^\d+$/.test(token)) return false
    value = (value as Record<string, unknown>)[token]
  }
  if (!isNew) return true
  // A new item of a list has an index, or '-' for the end.
  if (Array.isArray(value)) return /^(\d+|-)$/.test(tokens.at(-1)!)
  return typeof value === 'object' && value !== null
}

/** Whether the value is not too deep or long, has no key of a prototype, and only texts that PostgreSQL can store. */
function isAllowed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0 || (Array.isArray(value) && value.length > maxItems)) return false
  return Object.entries(value).every(
    ([key, part]) => !forbidden.has(key) && isStorable(key) && isAllowed(part, depth - 1),
  )
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, part) => sum + valuesIn(part), 1)
}
