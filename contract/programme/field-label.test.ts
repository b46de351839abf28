import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { CompanyFile } from '#contract/company-file.ts'

import { programmePlaces } from './draft.ts'
import { fieldLabel, fieldUnit, fieldUnits, labelledFields, placeOfField } from './field-label.ts'

const fields = [...new Set(fieldsOf(CompanyFile, ''))]

test('each field of company.yaml has a label, and no other has one [D15]', () => {
  expect(fields.length).toBeGreaterThan(150)
  expect(fields.filter((field) => !fieldLabel(field))).toEqual([])
  expect(labelledFields.filter((field) => !fields.includes(field))).toEqual([])
})

test('each numeric field but a multiplier has a unit, and each unit is used [D15]', () => {
  const plain = new Set(['levels[].multiplier'])
  const numbers = fieldsOf(CompanyFile, '', 'number').filter((field) => !plain.has(field))
  expect(numbers.filter((field) => !fieldLabel(field)?.unit)).toEqual([])
  const used = new Set(
    ['POINTS_PER_REAL', 'PERCENTAGE'].flatMap((type) =>
      labelledFields.map((field) => fieldUnit(field, { type })),
    ),
  )
  expect(fieldUnits.filter((unit) => !used.has(unit))).toEqual([])
})

test('each field with a choice of values has a word for each value [D15]', () => {
  const plain = new Set(['webhooks[].types[]'])
  const choices = fieldsOf(CompanyFile, '', 'enum').filter((field) => !plain.has(field))
  expect(choices.filter((field) => !fieldLabel(field)?.words)).toEqual([])
  for (const field of choices) {
    const words = Object.keys(fieldLabel(field)!.words!)
    expect([field, words.toSorted()]).toEqual([field, valuesOf(CompanyFile, field).toSorted()])
  }
})

test('each page of the console’s programme has fields; an unknown field is on its group’s page [D15]', () => {
  const places = new Set(labelledFields.map(placeOfField))
  expect(programmePlaces.filter((place) => !places.has(place))).toEqual([])
  expect(placeOfField('prizes[]')).toBe('prizes')
  expect(placeOfField('prizes[].colour.tone')).toBe('prizes')
  expect(placeOfField('constructor')).toBe('settings')
})

/** The paths of all fields, or of those with a type. Items of lists of objects have no label of their own. */
function fieldsOf(schema: z.core.$ZodType, path: string, type?: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') {
    return fieldsOf(def.innerType, path, type)
  }
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path, type))
  const isOfObjects = def.type === 'object' && path.endsWith('[]')
  const own = path && !isOfObjects && (type === undefined || def.type === type) ? [path] : []
  if (def.type === 'array') return [...own, ...fieldsOf(def.element, `${path}[]`, type)]
  if (def.type !== 'object') return own
  return [
    ...own,
    ...Object.entries(def.shape).flatMap(([name, field]) =>
      fieldsOf(field, path ? `${path}.${name}` : name, type),
    ),
  ]
}

function valuesOf(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') {
    return valuesOf(def.innerType, path)
  }
  if (def.type === 'union') return def.options.flatMap((option) => valuesOf(option, path))
  if (path === '') return def.type === 'enum' ? Object.values(def.entries).map(String) : []
  if (def.type === 'array') return valuesOf(def.element, path.replace(/^\[\]\.?/, ''))
  if (def.type !== 'object') return []
  const [, name, rest] = /^([^.[]+)\.?(.*)$/.exec(path)!
  return def.shape[name!] ? valuesOf(def.shape[name!]!, rest!) : []
}
