import { describe, expect, test } from 'vitest'

import { shapeOf } from '#console/programme/field/shape.ts'
import { fieldHint } from '#console/text/field-hint.ts'
import { mistakeSentence } from '#console/text/mistake.ts'
import { programmePlaces } from '#contract/programme/draft.ts'
import { fieldLabel, labelledFields, placeOfField } from '#contract/programme/field-label.ts'

import { innerFields, sections, withoutForm } from './sections.ts'

/** Groups that one component draws with all their fields. */
const wholes = new Set([
  'calculation_rules[].expires_in',
  'promotions[].action.GENERATE_POINTS.expires_in',
  'prizes[].codes',
  'webhooks[].types',
  'other_domains',
  'adjustments.reasons',
  'settings.customFields.Cookie',
  'settings.integrations.firebase',
  'settings.integrations.wallet',
])

const listed = programmePlaces.flatMap((place) =>
  sections[place].flatMap(({ fields }) => fields.map((field) => ({ place, field }))),
)

/** The leaves that a listed field draws. */
function leavesOf(field: string): string[] {
  const inner = (innerFields as Record<string, readonly string[]>)[field]
  if (inner) {
    const isList = shapeOf(field).kind === 'list'
    return inner.flatMap((name) => leavesOf(`${field}${isList ? '[]' : ''}.${name}`))
  }
  if (!wholes.has(field)) return [field]
  const within = labelledFields.filter((one) => one.startsWith(field) && isLeaf(one))
  return within.length > 0 ? within : [field]
}

function isLeaf(field: string): boolean {
  return !labelledFields.some((other) => other !== field && /^(\.|\[\])/.test(rest(other, field)))
}

function rest(path: string, start: string): string {
  return path.startsWith(start) ? path.slice(start.length) : ''
}

describe('the screens of the programme', () => {
  test('show each field of the company document once, or say why none does [D15]', () => {
    const shown = [...listed.flatMap(({ field }) => leavesOf(field)), ...Object.keys(withoutForm)]
    const leaves = labelledFields.filter(isLeaf)
    expect(shown.filter((one, at) => shown.indexOf(one) !== at)).toEqual([])
    expect(leaves.filter((one) => !shown.includes(one))).toEqual([])
    expect(shown.filter((one) => !leaves.includes(one))).toEqual([])
  })

  test('show each field in the place that the list of changes names [D15]', () => {
    const elsewhere = listed.filter(({ field, place }) => placeOfField(field) !== place)
    expect(elsewhere).toEqual([])
  })

  test('read the kind of each field from the contract’s schema', () => {
    for (const field of labelledFields) expect(shapeOf(field).kind).toBeTruthy()
    expect(shapeOf('prizes[].value')).toMatchObject({ kind: 'integer', isNullable: false })
    expect(shapeOf('prizes[].expires_at')).toMatchObject({ kind: 'date', isNullable: true })
    expect(shapeOf('logo_dark')).toMatchObject({ kind: 'picture', isNullable: true })
    expect(shapeOf('levels[].color')).toMatchObject({ kind: 'colour', isNullable: true })
    expect(shapeOf('levels[].multiplier').kind).toBe('decimal')
    expect(shapeOf('calculation_rules[].expires_in.end_of').options).toEqual(['MONTH', 'YEAR'])
    expect(() => shapeOf('nothing')).toThrow('no nothing')
  })

  test('have labels and hints without field names of the file and technical words', () => {
    const technical = /\b(true|false|null|[a-z]+_[a-z_]+|[A-Z]{4,}_?[A-Z]*|key|pool|yaml|codes)\b/
    const said = labelledFields.flatMap((field) => [fieldHint(field), fieldLabel(field)!.label])
    // Names of formats and products that a shop owner meets elsewhere.
    const known = /HTML|GTM|SVG|AVIF|WWDR/g
    expect(said.filter((one) => one && technical.test(one.replaceAll(known, '')))).toEqual([])
    expect(mistakeSentence('allow_to_age é menor que allow_from_age')).not.toMatch(/_/)
  })
})
