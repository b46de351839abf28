/** Writes the applied company as a folder, to edit it or to move it to another server. */

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import type { PoolClient } from 'pg'
import { stringify } from 'yaml'

import { CompanyFile, poolsOf } from '#contract/company-file.ts'
import { commandText } from '#contract/company-file/text.ts'
import { versionLine } from '#contract/company-file/version-line.ts'
import { isSandboxSlug } from '#contract/sandbox/id.ts'
import { type Database, row, rows, snapshot, sql } from '#database/sql.ts'

import { credentialFiles } from './credential-files.ts'
import { asApplied } from './folder.ts'
import { schemaPath } from './schema.ts'
import { versionOf } from './version.ts'

/**
 * Writes company.yaml without default values, and the pictures. It exports neither codes, which are worth prizes, nor private
 * keys: their files contain `asApplied`. Throws an Error of one sentence for an unknown company, a sandbox or a folder that is not
 * empty.
 */
export async function exportCompany(
  database: Database,
  slug: string,
  folder: string,
): Promise<void> {
  if (isSandboxSlug(slug)) throw new Error(commandText.notExported(slug))
  const files = await snapshot(database, (connection) => folderOf(connection, slug, folder))
  await openEmpty(folder)
  for (const [name, content] of files) await writeFile(join(folder, name), content)
}

/**
 * The files of the company's folder by their names. `folder`: where it will be, for the address of the schema. `connection`: in a
 * snapshot, so that document, version and pictures are of one publication.
 */
export async function folderOf(
  connection: PoolClient,
  slug: string,
  folder: string = join(schemaPath, '..', slug),
): Promise<Map<string, string | Buffer>> {
  const found = await row<{ company_id: string; file: object; images: Record<string, string> }>(
    connection,
    sql`select company_id, file, images from company where slug = ${slug}`,
  )
  if (!found) throw new Error(commandText.unknown(slug))
  const { version } = (await versionOf(connection, found.company_id))!
  const file = CompanyFile.parse(found.file)
  const files = new Map<string, string | Buffer>([
    ['company.yaml', companyYaml(file, version, folder)],
  ])
  for (const [name, hash] of Object.entries(found.images)) {
    const [picture] = await rows<{ content: Buffer }>(
      connection,
      sql`select content from company_image where company_id = ${found.company_id} and hash = ${hash}`,
    )
    // The picture was applied together with the file that names it.
    files.set(name, picture!.content)
  }
  for (const name of poolsOf(file.prizes)) files.set(name, `${asApplied}\n`)
  for (const { name } of credentialFiles(file)) files.set(name, `${asApplied}\n`)
  return files
}

/** Creates the folder. Throws one sentence when it is not empty, so that nothing is overwritten. */
export async function openEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) {
    throw new Error(commandText.notEmpty(folder))
  }
}

/** A document as company.yaml. Two lines before it tell editors the schema, and `apply` the version that it comes from. */
export function companyYaml(
  document: object,
  version: number,
  folder: string = join(schemaPath, '..', 'slug'),
): string {
  const read = CompanyFile.safeParse(document)
  const written = read.success ? shortest(read.data) : document
  return `${schemaLine(folder)}\n${versionLine(version)}\n${stringify(written, { lineWidth: 100 })}`
}

/** The file without default values. If that would be read back differently, the file with every field. */
function shortest(file: CompanyFile): object {
  const short = { slug: file.slug, ...spared(file, defaults) }
  return isDeepStrictEqual(CompanyFile.parse(short), file) ? short : file
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
