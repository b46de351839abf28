/** A JSON Schema as a list of its fields, for people. */

import type { OpenAPIV3_1 } from 'openapi-types'

import { escapeHtml } from '#api/http/escape-html.ts'

import { inlineHtml } from './markdown.ts'
import { referenceWords as words, typeNames } from './text.ts'

/** The part of JSON Schema 2020-12 that the contract's schemas are made of. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** The fields of deeper objects are not listed. */
const maxDepth = 5

/** The fields of an object, or of the objects in a list, one below the other. */
export function fieldList(
  schema: Schema,
  document: OpenAPIV3_1.Document,
  depth: number = 0,
): string {
  const { object } = shapeOf(schema, document)
  const fields = Object.entries(object?.properties ?? {})
  const others = object?.additionalProperties
  if (typeof others === 'object') fields.push([words.otherFields, others])
  if (fields.length === 0)
    return depth > 0 ? '' : `<p>${typeHtml(schema, document) || words.noField}</p>`
  if (depth >= maxDepth) return ''
  const rows = fields.map(([name, field]) => {
    const required = object?.required?.includes(name)
      ? ` <span class="required">${words.required}</span>`
      : ''
    const description = field.description ?? shapeOf(field, document).object?.description
    return `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(field, document)}</span>${required}</dt><dd>${
      description ? `<p>${inlineHtml(description)}</p>` : ''
    }${valuesHtml(field, document)}${fieldList(field, document, depth + 1)}</dd></div>`
  })
  return `<dl class="fields">${rows.join('')}</dl>`
}

/** A schema without its nulls and lists: the object whose fields are shown. */
function shapeOf(schema: Schema, document: OpenAPIV3_1.Document): { object: Schema | undefined } {
  const alternatives = alternativesOf(schema, document).map((one) =>
    one.items ? shapeOf(one.items, document).object : one,
  )
  return { object: alternatives.find((one) => one?.properties ?? one?.additionalProperties) }
}

function alternativesOf(schema: Schema, document: OpenAPIV3_1.Document): Schema[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return [document.components!.schemas![name] as Schema]
  }
  const among = schema.anyOf ?? schema.oneOf
  return among ? among.flatMap((one) => alternativesOf(one, document)) : [schema]
}

function typeHtml(schema: Schema, document: OpenAPIV3_1.Document): string {
  const names = alternativesOf(schema, document).map((one) => typeName(one, document))
  const limits = limitsOf(schema).map(escapeHtml).join(', ')
  return [...new Set(names.filter(Boolean)), ...(limits ? [`(${limits})`] : [])]
    .join(words.or)
    .replace(new RegExp(`${words.or}(?=\\()`), ' ')
}

function typeName(schema: Schema, document: OpenAPIV3_1.Document): string {
  if (schema.items) return words.list(typeHtml(schema.items, document))
  const types = [schema.type ?? []].flat()
  return types
    .map((type) => typeNames[schema.format ?? ''] ?? typeNames[type] ?? type)
    .join(words.or)
}

/** The limits of a value in words, without those of the number type. */
export function limitsOf({ minimum, maximum, maxLength, default: standard }: Schema): string[] {
  return [
    ...(minimum !== undefined && Number.isSafeInteger(minimum) && minimum > Number.MIN_SAFE_INTEGER
      ? [words.from(minimum.toLocaleString('pt-BR'))]
      : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [words.upTo(maximum.toLocaleString('pt-BR'))]
      : []),
    ...(maxLength === undefined ? [] : [words.upToCharacters(String(maxLength))]),
    ...(standard === undefined ? [] : [words.standard(JSON.stringify(standard))]),
  ]
}

function valuesHtml(schema: Schema, document: OpenAPIV3_1.Document): string {
  const values = alternativesOf(schema, document).flatMap((one) => one.enum ?? [])
  if (values.length === 0) return ''
  const shown = values.map((value) => `<code>${escapeHtml(String(value))}</code>`)
  return `<p class="values">${words.values} ${shown.join(' ')}</p>`
}
