/** The fields of the contract's schemas, and values that a field must not have. */

import * as z from 'zod/mini'

import type { Random } from '../traffic/random.ts'

/** A part of a JSON schema, as zod writes it. */
type Part = {
  type?: string
  properties?: Record<string, Part>
  items?: Part
  anyOf?: Part[]
  oneOf?: Part[]
  allOf?: Part[]
  minimum?: number
  maximum?: number
  maxLength?: number
  minLength?: number
}

/** A field by the names on the way to it. A number is a place in a list. */
export type Field = { path: (string | number)[]; part: Part }

/** Fields deeper than this have the same kinds of values. */
const maxDepth = 5

/** All fields, also those of inner objects and lists. */
export function fieldsOf(schema: z.ZodMiniType): Field[] {
  const stored = fieldsBySchema.get(schema)
  if (stored) return stored
  const part = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part
  const fields = fieldsIn(part, [])
  fieldsBySchema.set(schema, fields)
  return fields
}

// One entry for each schema of the contract.
const fieldsBySchema = new WeakMap<z.ZodMiniType, Field[]>()

function fieldsIn(part: Part, path: Field['path']): Field[] {
  if (path.length > maxDepth) return []
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = part
  return [
    ...(path.length > 0 && part.type !== undefined ? [{ path, part }] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => fieldsIn(inner, [...path, name])),
    ...(items ? fieldsIn(items, [...path, 0]) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => fieldsIn(inner, path)),
  ]
}

const numbers = [-1, 0, -0.5, 1.5, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, -1e300, 1.797e308]
const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b',
  '\u001b[2J',
  "' or 1=1 --",
  '${7*7}',
  '../../etc/passwd',
  '%00',
  'NaN',
  '9'.repeat(400),
  'x'.repeat(10_000),
  '\ufffd'.repeat(300),
]
const others = [null, true, false, [], {}, [[]], [null], { a: { b: [] } }, [1, '1', {}]]

/** A value of another type. */
export function otherType(random: Random, { type }: Part): unknown {
  const values = [
    ...others,
    ...(type === 'string' ? [0, 12] : ['texto', '']),
    ...(type === 'array' ? [{ length: 1 }] : []),
    ...(type === 'object' ? [[['a', 1]], 'object'] : []),
  ]
  return random.pick(values)
}

export function badNumber(random: Random, { minimum = 0, maximum = 1e9 }: Part): number {
  return random.pick([...numbers, minimum - 1, maximum + 1])
}

export function badText(random: Random, { maxLength = 191, minLength = 1 }: Part): string {
  return random.pick([...texts, 'x'.repeat(maxLength + 1), 'x'.repeat(Math.max(0, minLength - 1))])
}

/** A copy with `value` at the path. Missing objects and lists on the way are made. */
export function withValue(
  content: unknown,
  [name, ...rest]: Field['path'],
  value: unknown,
): unknown {
  if (name === undefined) return value
  if (typeof name === 'number') {
    const list = Array.isArray(content) ? [...(content as unknown[])] : []
    list[name] = withValue(list[name], rest, value)
    return list
  }
  const object = typeof content === 'object' && content !== null ? content : {}
  return { ...object, [name]: withValue((object as Record<string, unknown>)[name], rest, value) }
}
