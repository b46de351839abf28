/** The mistakes of a company.yaml as sentences in Portuguese, for those who write one (D11). */

import type * as z from 'zod/mini'

import { CompanyFile } from '#contract/company-file.ts'
import { likenessTo } from '#contract/subsidiary.ts'
import { counted, formatInteger } from '#contract/value/money.ts'
import { requiredMessage } from '#contract/value/text.ts'

/** A mistake at one field. `rule` names the broken rule in one word, as linters do. */
export type CompanyMistake = { path: PropertyKey[]; sentence: string; rule: string }

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** Below this likeness a field name is another word, not a mistyped one. */
const minLikeness = 0.6

/** Characters of a wrong value that a sentence shows. */
const maxShown = 40

const rules: Record<Issue['code'], string> = {
  invalid_type: 'tipo',
  invalid_value: 'valor',
  invalid_format: 'formato',
  invalid_union: 'formato',
  invalid_key: 'formato',
  invalid_element: 'formato',
  too_small: 'mínimo',
  too_big: 'máximo',
  not_multiple_of: 'múltiplo',
  unrecognized_keys: 'campo',
  custom: 'regra',
}

const typeNames: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'os campos dele',
  record: 'os campos dele',
}

/** The company that `file` describes, or all its mistakes, each at its field. */
export function checkCompanyFile(
  file: unknown,
): { file: CompanyFile; mistakes?: never } | { file?: never; mistakes: CompanyMistake[] } {
  const { data, error } = CompanyFile.safeParse(file, { error: sentenceOf })
  if (!error) return { file: data }
  const mistakes = error.issues.flatMap(mistakesOf).map((mistake) => {
    const value = valueAt(file, mistake.path)
    // The schemas of texts call a number a missing text, as a form would.
    const isOtherType = mistake.rule === rules.invalid_type && mistake.sentence === requiredMessage
    return isOtherType && value !== undefined && value !== null
      ? { ...mistake, sentence: `Escreva um texto, não ${shown(value)}` }
      : mistake
  })
  return { mistakes }
}

function valueAt(file: unknown, path: PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], file)
}

/** The sentence for an issue whose schema has none of its own. */
export function sentenceOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? requiredMessage
        : `Escreva ${typeNames[issue.expected] ?? 'outro valor'}, não ${shown(issue.input)}`
    case 'invalid_value':
      return `Use ${listed(issue.values.map(String))}, não ${shown(issue.input)}`
    case 'too_small':
      return `Use ${sized(issue.minimum, issue.origin)} ou mais`
    case 'too_big':
      return `Use ${sized(issue.maximum, issue.origin)} ou menos`
    case 'not_multiple_of':
      return `Use um múltiplo de ${issue.divisor}`
    case 'unrecognized_keys':
      return 'Este campo não existe'
    default:
      return 'Este valor não tem a forma esperada'
  }
}

/** The mistakes of an issue: one for each unknown field. A field with several forms has the mistakes of the nearest form. */
function mistakesOf(issue: Issue): CompanyMistake[] {
  const { path, message: sentence } = issue
  const rule = rules[issue.code]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = similar(key, fieldsAt(CompanyFile, path))
      const question = meant === undefined ? '' : `. Você quis escrever ${meant}?`
      return { path: [...path, key], sentence: `${sentence}${question}`, rule }
    })
  }
  if (issue.code !== 'invalid_union') return [{ path, sentence, rule }]
  return nearestForm(issue.errors).flatMap((inner) =>
    mistakesOf({ ...inner, path: [...path, ...inner.path] }),
  )
}

/** The form with the fewest missing and unknown fields. A form of another type is the farthest. */
function nearestForm(forms: Issue[][]): Issue[] {
  const distance = (form: Issue[]) =>
    form.filter(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys').length +
    (form.some(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys') ? 100 : 0)
  return forms.toSorted((one, other) => distance(one) - distance(other))[0]!
}

/** The names of the fields of the object at `path`. */
function fieldsAt(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [first, ...rest] = path
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') {
    return fieldsAt(def.innerType, path)
  }
  if (def.type === 'union') return def.options.flatMap((option) => fieldsAt(option, path))
  if (def.type === 'array') return fieldsAt(def.element, rest)
  if (def.type !== 'object') return []
  if (first === undefined) return Object.keys(def.shape)
  const field = def.shape[String(first)]
  return field ? fieldsAt(field, rest) : []
}

function similar(word: string, names: string[]): string | undefined {
  const likenessOf = likenessTo(word)
  return names
    .map((name) => ({ name, likeness: likenessOf(name) }))
    .filter(({ likeness }) => likeness >= minLikeness)
    .toSorted((one, other) => other.likeness - one.likeness)[0]?.name
}

/** The value of the file, cut after 40 characters. A list or an object is named, not shown. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'uma lista'
  if (typeof value === 'object' && value !== null) return 'campos'
  if (typeof value !== 'string') return String(value)
  return `“${value.length > maxShown ? `${value.slice(0, maxShown)}…` : value}”`
}

function sized(bound: number | bigint, origin: string): string {
  const number = Number(bound)
  if (origin === 'string') return counted(number, 'caractere', 'caracteres')
  return origin === 'array' ? counted(number, 'item', 'itens') : formatInteger(number)
}

/** 'a', 'b', 'c' → 'a, b ou c'. */
function listed(words: string[]): string {
  return new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(words)
}
