/** Writes the applied company as a folder, to edit it or to move it to another server. */

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { stringify } from 'yaml'

import { CompanyFile, poolsOf } from '#contract/company-file.ts'
import { commandText } from '#contract/company-file/text.ts'
import { isSandboxSlug } from '#contract/sandbox/id.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { credentialFiles } from './credential-files.ts'
import { asApplied } from './folder.ts'
import { schemaPath } from './schema.ts'

/**
 * Writes company.yaml without default values, and the pictures. It does not export codes, which are worth prizes, and private
 * keys; their files contain `asApplied`. Throws an Error of one sentence for an unknown company, a sandbox or a folder that is not
 * empty.
 */
export async function exportCompany(
  database: Database,
  slug: string,
  folder: string,
): Promise<void> {
  if (isSandboxSlug(slug)) throw new Error(commandText.notExported(slug))
  const found = await row<{ company_id: string; file: object; images: Record<string, string> }>(
    database,
    sql`select company_id, file, images from company where slug = ${slug}`,
  )
  if (!found) throw new Error(commandText.unknown(slug))
  await openEmpty(folder)
  const file = CompanyFile.parse(found.file)
  await writeFile(join(folder, 'company.yaml'), companyYaml(file, folder))
  for (const [name, hash] of Object.entries(found.images)) {
    const [picture] = await rows<{ content: Buffer }>(
      database,
      sql`select content from company_image where company_id = ${found.company_id} and hash = ${hash}`,
    )
    // The picture was applied together with the file that names it.
    await writeFile(join(folder, name), picture!.content)
  }
  for (const name of poolsOf(file.prizes)) {
    await writeFile(join(folder, name), `${asApplied}\n`)
  }
  for (const { name } of credentialFiles(file)) {
    await writeFile(join(folder, name), `${asApplied}\n`)
  }
}

/** Creates the folder. Throws one sentence when it is not empty, so that nothing is overwritten. */
export async function openEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) {
    throw new Error(commandText.notEmpty(folder))
  }
}

/** Adds a first line that tells editors the schema. */
function companyYaml(file: CompanyFile, folder: string): string {
  const short = { slug: file.slug, ...spared(file, defaults) }
  // If the file without defaults would be read differently, write every field.
  const shortest = isDeepStrictEqual(CompanyFile.parse(short), file) ? short : file
  return `${schemaLine(folder)}\n${stringify(shortest, { lineWidth: 100 })}`
}

export function schemaLine(folder: string): string {
  return `# yaml-language-server: $schema=${relative(folder, schemaPath).replaceAll('\\', '/')}`
}

const defaults = CompanyFile.parse({
  slug: 'xx',
  name: 'x',
  frontend_domain: 'x',
  logo: 'x.svg',
  favicon: 'x.svg',
  calculation_rules: [{ key: 'xx', name: 'x', type: 'PERCENTAGE', rate: 1 }],
})

const alwaysSaid = new Set(['slug', 'name', 'frontend_domain', 'logo', 'favicon'])

type Written = Record<string, unknown>

/** `value` without the fields that equal `usual`, and without null fields inside lists. */
function spared(value: object, usual: object | undefined): Written {
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const normal = (usual as Written | undefined)?.[key]
    const isUsual = usual ? isDeepStrictEqual(part, normal) : part === null
    if (isUsual && !(usual === defaults && alwaysSaid.has(key))) return []
    if (Array.isArray(part)) {
      return [[key, part.map((item) => (isObject(item) ? spared(item, undefined) : item))]]
    }
    return [[key, isObject(part) ? spared(part, isObject(normal) ? normal : undefined) : part]]
  })
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
