/** The JSON Schema of company.yaml, with which editors complete fields and mark mistakes. */

import { join } from 'node:path'

import * as z from 'zod/mini'

import { CompanyFile } from '#contract/company-file.ts'
import { fieldMeanings } from '#contract/company-file/field-meanings.ts'

export const schemaPath = join(import.meta.dirname, '../../companies/company.schema.json')

type Node = {
  description?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** The content of companies/company.schema.json. It lacks rules over several fields, which `check` and `apply` verify. */
export function companySchema(): string {
  const schema = z.toJSONSchema(CompanyFile, {
    io: 'input',
    // The version that editors support best.
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if ('protocol' in zodSchema._zod.def) jsonSchema.pattern = '^https://'
    },
  })
  const undescribed = new Set(Object.keys(fieldMeanings))
  describe(schema as Node, '', undescribed)
  if (undescribed.size > 0) throw new Error(`no such field: ${[...undescribed].join(', ')}`)
  return `${JSON.stringify({ title: 'company.yaml', ...schema }, null, 2)}\n`
}

function describe(node: Node, path: string, undescribed: Set<string>): void {
  const description = fieldMeanings[path]
  if (description && undescribed.delete(path)) node.description = description
  for (const one of node.anyOf ?? []) describe(one, path, undescribed)
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    describe(field, path ? `${path}.${name}` : name, undescribed)
  }
  if (node.items) describe(node.items, `${path}[]`, undescribed)
}
