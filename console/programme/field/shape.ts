/** The kind of value that a field of the company document holds, read from the contract's schema. */

import type * as z from 'zod/mini'

import { Colour } from '#contract/brand/theme.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { CalendarDate } from '#contract/value/date.ts'
import { ImageFile } from '#contract/value/text.ts'

export type Shape = {
  kind:
    | 'text'
    | 'integer'
    | 'decimal'
    | 'switch'
    | 'choice'
    | 'date'
    | 'colour'
    | 'picture'
    | 'list'
    | 'group'
    | 'forms'
  isNullable: boolean
  /** The values of a choice. */
  options: string[]
  /** Maximum characters of a text. */
  max?: number | undefined
}

/** Cached, because a field has the same schema on every screen. */
const shapes = new Map<string, Shape>()

/** 'prizes[].value' → an integer. Throws for a field that the document does not have: a form names its fields in its code. */
export function shapeOf(field: string): Shape {
  const shape = shapes.get(field) ?? readShape(field)
  shapes.set(field, shape)
  return shape
}

function readShape(field: string): Shape {
  const steps = field.replaceAll('[]', '.[]').split('.')
  const found = steps.reduce<z.core.$ZodType | undefined>(
    (schema, step) => schema && stepInto(bare(schema).schema, step),
    CompanyFile,
  )
  if (!found) throw new Error(`the company document has no ${field}`)
  const { schema, isNullable } = bare(found)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const options = def.type === 'enum' ? Object.values(def.entries).map(String) : []
  return { kind: kindOf(schema), isNullable, options, max: maxLengthOf(schema) }
}

/** The schema without its default and its null. */
function bare(schema: z.core.$ZodType): { schema: z.core.$ZodType; isNullable: boolean } {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'optional') return bare(def.innerType)
  if (def.type === 'nullable') return { ...bare(def.innerType), isNullable: true }
  return { schema, isNullable: false }
}

function stepInto(schema: z.core.$ZodType, step: string): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return step === '[]' ? def.element : undefined
  if (def.type === 'object') return def.shape[step]
  if (def.type !== 'union') return undefined
  return def.options.map((option) => stepInto(option, step)).find(Boolean)
}

/** Schemas that several fields share, which say more than their type. */
const special = new Map<z.core.$ZodType, Shape['kind']>([
  [ImageFile, 'picture'],
  [Colour, 'colour'],
  [CalendarDate, 'date'],
])

const kinds: Partial<Record<z.core.$ZodTypes['_zod']['def']['type'], Shape['kind']>> = {
  string: 'text',
  boolean: 'switch',
  enum: 'choice',
  array: 'list',
  object: 'group',
  union: 'forms',
}

function kindOf(schema: z.core.$ZodType): Shape['kind'] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'number') {
    return 'format' in def && def.format === 'safeint' ? 'integer' : 'decimal'
  }
  return special.get(schema) ?? kinds[def.type] ?? 'text'
}

function maxLengthOf(schema: z.core.$ZodType): number | undefined {
  const checks = schema._zod.def.checks ?? []
  const limits = checks.flatMap(({ _zod }) =>
    'maximum' in _zod.def && _zod.def.check === 'max_length' ? [Number(_zod.def.maximum)] : [],
  )
  return limits.length > 0 ? Math.min(...limits) : undefined
}
