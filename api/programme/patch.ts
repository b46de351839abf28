/** Applies the operations of a JSON Patch (RFC 6902) to a draft. */

import { applyPatch } from 'rfc6902'

import { ApiError } from '#api/http/api-error.ts'
import type { PatchOperation } from '#contract/programme/draft.ts'
import { draftText } from '#contract/programme/text.ts'

/** bytes of a document in JSON. */
const maxDocument_bytes = 1_000_000
/** Levels of a document. company.yaml has 7. */
const maxDepth = 20
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
    if (
      operation.op !== 'add' &&
      !exists(copy, tokensOf(operation.path), operation.op === 'move')
    ) {
      throw refuse(draftText.noField)
    }
    if ('from' in operation && !exists(copy, tokensOf(operation.from), false)) {
      throw refuse(draftText.noField)
    }
    const [error] = applyPatch(copy, [operation])
    if (error) throw refuse(draftText.noField)
  })
  const json = JSON.stringify(copy)
  if (Buffer.byteLength(json) > maxDocument_bytes || !isAllowed(copy, maxDepth)) {
    throw refused('operations', draftText.tooLarge)
  }
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
  return typeof value === 'object' || !isNew
}

/** Whether the value is not too deep and has no key of a prototype. */
function isAllowed(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(
    ([key, part]) => !forbidden.has(key) && isAllowed(part, depth - 1),
  )
}
