/** JSON Schemas of the contract as TypeScript: an object with a title is declared once, by that name. */

import { limitsOf, type Schema as DescribedSchema } from '#api/reference/schema-html.ts'
import { typeNames } from '#api/reference/text.ts'

export type Schema = Omit<DescribedSchema, 'items' | 'anyOf' | 'oneOf' | 'properties'> & {
  $schema?: string
  title?: string
  items?: Schema
  anyOf?: Schema[]
  /** Alternatives, or `[{ required: ['a'] }, { required: ['b'] }]`: exactly one of the fields a and b. */
  oneOf?: Schema[]
  properties?: Record<string, Schema>
}

/** Collects the declarations of the titles that the schemas name. */
export function openTypes() {
  const declared = new Map<string, { schema: string; text: string }>()

  function typeOf(schema: Schema): string {
    const { title, items, anyOf, oneOf, properties, additionalProperties: others, type } = schema
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum) return schema.enum.map(literal).join(' | ')
    if (anyOf) return anyOf.map(typeOf).join(' | ')
    if (oneOf && !properties) return oneOf.map(typeOf).join(' | ')
    if (items) return `Array<${typeOf(items)}>`
    if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
    if (properties) return title ? nameOf(title, schema) : objectText(schema)
    if (typeof others === 'object') return `Record<string, ${typeOf(others)}>`
    if (type === 'integer') return 'number'
    if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
    throw new Error(`No type for ${JSON.stringify(schema)}`)
  }

  /** Declares the object on its first use. Two objects of one title must have the same fields. */
  function nameOf(title: string, schema: Schema): string {
    const key = JSON.stringify({ ...schema, $schema: undefined }, (name, value: unknown) =>
      // The schema of a field that is called description is an object.
      name === 'description' && typeof value === 'string' ? undefined : value,
    )
    const firstDeclaration = declared.get(title)
    if (firstDeclaration && firstDeclaration.schema !== key)
      throw new Error(`${title} is two types:\n${firstDeclaration.schema}\n${key}`)
    if (!firstDeclaration) {
      const declaration = { schema: key, text: '' }
      declared.set(title, declaration)
      const text = objectText(schema)
      declaration.text = schema.oneOf
        ? `export type ${title} = ${text}`
        : `export interface ${title} ${text}`
    }
    return title
  }

  function objectText(schema: Schema): string {
    const fields = Object.entries(schema.properties!).map(([name, field]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      return `${comment([fieldComment(field)])}${name}${mark}: ${typeOf(field)}`
    })
    const text = `{\n${fields.join('\n')}\n}`
    const chosen = schema.oneOf?.flatMap(({ required }) => required!.map(literal))
    return chosen ? `ExactlyOne<${text}, ${chosen.join(' | ')}>` : text
  }

  return {
    typeOf,
    declarations: () => [...declared.values()].map(({ text }) => text),
  }
}

/** The meaning of a field, with its format and limits in brackets. */
function fieldComment({ description = '', ...field }: Schema): string {
  const alternatives = field.anyOf ?? [field]
  const formats = alternatives.flatMap(({ format }) =>
    format ? [typeNames[format] ?? format] : [],
  )
  const notes = [...formats, ...alternatives.flatMap((one) => limitsOf(one as DescribedSchema))]
  return notes.length > 0 ? `${description.replace(/\.$/, '')} (${notes.join(', ')}).` : description
}

/** Lines as a doc comment; empty without words. */
export function comment(lines: string[]): string {
  const said = lines.filter(Boolean)
  if (said.length === 0) return ''
  if (said.length === 1) return `/** ${said[0]} */\n`
  return `/**\n${said.map((line) => ` * ${line}`).join('\n *\n')}\n */\n`
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}
