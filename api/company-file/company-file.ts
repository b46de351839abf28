/** Reads a company's folder: company.yaml against the contract, and the images it names (D11). */

import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'

import { isMap, LineCounter, type Node, parseDocument } from 'yaml'

import { marksLeftOut, sanitizedTerms } from '#api/company/terms-html.ts'
import { bareCode } from '#api/voucher/code/code.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import { type CompanyFile, poolsOf } from '#contract/company-file.ts'
import { checkCompanyFile } from '#contract/company-file/mistake.ts'
import { folderText } from '#contract/company-file/text.ts'
import { versionIn } from '#contract/company-file/version-line.ts'
import { PoolCode } from '#contract/prize.ts'

import { readCredentials } from './credential-files.ts'
import { asApplied, fileAt, type PlaceOf } from './folder.ts'
import { type Image, readPicture } from './picture-file.ts'

/** The codes of a prize. 'as applied': the codes in the database stay. */
type Codes = string[] | 'as applied'

export type CompanyFolder = {
  file: CompanyFile
  images: Map<string, Image>
  /** Text file → its codes, for prizes with a pool. */
  codes: Map<string, Codes>
  /** The texts of the files with private keys for passes. */
  credentials: CredentialTexts
  /** Notices, one line each, about values that are applied differently from the file. */
  notices: string[]
  /** The position of a field in the file: 'companies/cafe/company.yaml:12 time_zone'. */
  placeOf: (field: string) => string
  /** The version of the company that the folder was exported from; 0: none. */
  version: number
}

/** All mistakes of a folder, one line each: 'companies/cafe/company.yaml:12 primary_color: Use #RRGGBB'. */
export class CompanyMistakes extends Error {
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
  }
}

/** Maximum codes of one prize. It bounds the time of the statement that inserts them. */
const maxPoolCodes = 100_000
/** Maximum mistakes shown for one text file. A file in the wrong format has a mistake on every line. */
const maxMistakesShown = 20

/** Reads and checks a folder. Throws CompanyMistakes. */
export async function readCompanyFolder(folder: string): Promise<CompanyFolder> {
  const path = join(folder, 'company.yaml')
  const bytes = await fileAt(path)
  if (bytes === undefined) throw new CompanyMistakes([`${path}: ${folderText.noFile}`])
  const { document, content, place } = readYaml(path, bytes)
  const checked = checkCompanyFile(content)
  const placeOf = (field: PropertyKey[]) =>
    `${place(offsetOf(document.contents, field))} ${field.join('.')}`
  if (checked.mistakes) {
    const byPlace = checked.mistakes.toSorted(
      (one, other) =>
        offsetOf(document.contents, one.path) - offsetOf(document.contents, other.path),
    )
    throw new CompanyMistakes(
      byPlace.map(({ path, sentence, rule }) => `${placeOf(path)}: ${sentence} [${rule}]`),
    )
  }
  const writtenFile = checked.file
  const [images, codes, credentials] = await Promise.all([
    readImages(folder, writtenFile, placeOf),
    readCodes(folder, writtenFile, placeOf),
    readCredentials(folder, writtenFile, placeOf),
  ])
  const mistakes = [...images.mistakes, ...codes.mistakes, ...credentials.mistakes]
  if (mistakes.length > 0) throw new CompanyMistakes(mistakes.slice(0, maxMistakesShown))
  const { file, notices } = withSafeTerms(writtenFile, placeOf)
  return {
    file,
    images: images.read,
    codes: codes.read,
    credentials: credentials.read,
    notices: [...notices, ...credentials.notices],
    placeOf: (field) => placeOf([field]),
    version: versionIn(bytes.toString('utf8')),
  }
}

/** The document, its values, and the position of an offset. Throws CompanyMistakes for a file that is no UTF-8 or no YAML. */
function readYaml(path: string, bytes: Buffer) {
  const yaml = bytes.toString('utf8')
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number) => `${path}:${lines.linePos(offset).line}`
  // Node reads each wrong byte as U+FFFD, which would become part of a name.
  if (!isUtf8(bytes)) {
    throw new CompanyMistakes([`${place(yaml.indexOf('\uFFFD'))} ${folderText.notUtf8}`])
  }
  if (document.errors.length > 0) {
    throw new CompanyMistakes(
      document.errors
        .slice(0, maxMistakesShown)
        .map(({ pos, code, message }) =>
          code === 'DUPLICATE_KEY'
            ? `${place(pos[0])} ${folderText.repeatedField}`
            : `${place(pos[0])} ${folderText.unreadableYaml(message)}`,
        ),
    )
  }
  try {
    return { document, content: document.toJS() as unknown, place }
  } catch (error) {
    // The YAML library throws a ReferenceError for an alias without an anchor, and for aliases that multiply beyond its limit.
    if (!(error instanceof ReferenceError)) throw error
    throw new CompanyMistakes([`${path}: ${folderText.badAliases}`])
  }
}

/** T14: removes the HTML elements that the portal does not allow. */
function withSafeTerms(file: CompanyFile, placeOf: PlaceOf) {
  const { custom_terms_html: html } = file.legal
  if (html === null) return { file, notices: [] }
  const leftOut = marksLeftOut(html).map((mark) => `<${mark}>`)
  const place = placeOf(['legal', 'custom_terms_html'])
  return {
    file: { ...file, legal: { ...file.legal, custom_terms_html: sanitizedTerms(html) || null } },
    notices: leftOut.length > 0 ? [`${place}: ${folderText.leftOut(leftOut)}`] : [],
  }
}

/** The position of a field, or of its parent when the field is missing. */
function offsetOf(root: Node | null, path: PropertyKey[]): number {
  let node: unknown = root
  let offset = 0
  for (const key of path) {
    const pair = isMap(node) ? node.items.find((item) => String(item.key) === key) : undefined
    const next = pair ?? (node as { items?: unknown[] } | null)?.items?.[Number(key)]
    if (!next) break
    node = pair ? pair.value : next
    offset = ((pair ? pair.key : next) as Node).range?.[0] ?? offset
  }
  return offset
}

/** Every picture that the file names, with its position. Each is read once. */
export function picturesOf(file: CompanyFile): Map<string, PropertyKey[]> {
  const references: [string | null | undefined, PropertyKey[]][] = [
    [file.logo, ['logo']],
    [file.logo_dark, ['logo_dark']],
    [file.favicon, ['favicon']],
    [file.background, ['background']],
    [file.banner?.image, ['banner', 'image']],
    ...file.prizes.map(({ photo }, at): [string | null, PropertyKey[]] => [
      photo,
      ['prizes', at, 'photo'],
    ]),
    ...file.promotions.map(({ image }, at): [string | null, PropertyKey[]] => [
      image,
      ['promotions', at, 'image'],
    ]),
  ]
  const pictures = new Map<string, PropertyKey[]>()
  for (const [name, field] of references) if (name && !pictures.has(name)) pictures.set(name, field)
  return pictures
}

async function readImages(folder: string, file: CompanyFile, placeOf: PlaceOf) {
  const read = new Map<string, Image>()
  const mistakes: string[] = []
  // One after another: a decoded photograph takes about 100 MB.
  for (const [name, field] of picturesOf(file)) {
    const content = await fileAt(join(folder, name))
    const image = content ? await readPicture(name, content) : folderText.noFile
    if (typeof image === 'string') mistakes.push(`${placeOf(field)}: ${name}: ${image}`)
    else read.set(name, image)
  }
  return { read, mistakes }
}

/** The lines of each text file of codes. A mistake names the line, never the code, which is worth a prize (T16). */
async function readCodes(folder: string, file: CompanyFile, placeOf: PlaceOf) {
  const read = new Map<string, Codes>()
  const earlierCodes = new Set<string>()
  const mistakes: string[] = []
  for (const name of poolsOf(file.prizes)) {
    const fileText = (await fileAt(join(folder, name)))?.toString('utf8')
    const lines = (fileText ?? '').split('\n').map((line) => line.trim())
    const codes = lines.filter(Boolean)
    if (codes.length === 1 && codes[0] === asApplied) {
      read.set(name, 'as applied')
      continue
    }
    const place = placeOf([
      'prizes',
      file.prizes.findIndex((prize) => prize.codes !== 'generated' && prize.codes.pool === name),
      'codes',
    ])
    if (fileText === undefined) mistakes.push(`${place}: ${name}: ${folderText.noFile}`)
    else if (lines.length > maxPoolCodes) {
      mistakes.push(`${place}: ${name}: ${folderText.tooManyLines(maxPoolCodes)}`)
    }
    for (const [at, code] of lines.entries()) {
      if (code === '') continue
      const { error } = PoolCode.safeParse(code)
      const key = bareCode(code)
      if (error) mistakes.push(`${join(folder, name)}:${at + 1} ${error.issues[0]?.message}`)
      else if (earlierCodes.has(key))
        mistakes.push(`${join(folder, name)}:${at + 1} ${folderText.repeatedCode}`)
      earlierCodes.add(key)
    }
    read.set(name, codes)
  }
  return { read, mistakes }
}
