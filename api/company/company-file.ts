/** Reads a company's folder: company.yaml against the contract, and the images it names (D11). */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isMap, LineCounter, type Node, parseDocument } from 'yaml'

import { CompanyFile, poolsOf } from '#contract/company.ts'
import { PoolCode } from '#contract/prize.ts'

export type Image = { hash: string; media_type: string; content: Buffer }
export type CompanyFolder = {
  file: CompanyFile
  images: Map<string, Image>
  /** Of the prizes that bring their own: by the name of their text file. */
  codes: Map<string, string[]>
  /** Where a field of the file stands: 'companies/cafe/company.yaml:12 time_zone'. */
  placeOf: (field: string) => string
}

/** Everything that is wrong with a folder, a line each: 'companies/cafe/company.yaml:12 primary_color: Use #RRGGBB'. */
export class CompanyMistakes extends Error {
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
  }
}

/** Bytes of one image: a logo or a banner is a few kB. */
const max_image_bytes = 300_000
/** Codes of one prize: what one statement inserts within its time. */
const max_pool_codes = 100_000
/** A file in another format has a mistake a line. */
const max_mistakes_shown = 20

/** Throws CompanyMistakes, having changed nothing. */
export async function readCompanyFolder(folder: string): Promise<CompanyFolder> {
  const path = join(folder, 'company.yaml')
  const written = await readFile(path, 'utf8').catch(() => undefined)
  if (written === undefined) throw new CompanyMistakes([`${path}: there is no such file`])

  const lines = new LineCounter()
  const document = parseDocument(written, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number) => `${path}:${lines.linePos(offset).line}`
  if (document.errors.length > 0) {
    throw new CompanyMistakes(
      document.errors.map(({ pos, message }) => `${place(pos[0])} ${message}`),
    )
  }
  const checked = CompanyFile.safeParse(document.toJS())
  if (!checked.success) {
    throw new CompanyMistakes(
      checked.error.issues.map((issue) => {
        const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
        const field = [...issue.path, ...keys.slice(0, 1)]
        return `${place(offsetOf(document.contents, field))} ${field.join('.')}: ${issue.message}`
      }),
    )
  }
  const file = checked.data
  return {
    file,
    images: await readImages(folder, path, file),
    codes: await readCodes(folder, path, file),
    placeOf: (field) => `${place(offsetOf(document.contents, [field]))} ${field}`,
  }
}

/** Where a field stands; where it is missing, what should hold it. */
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

async function readImages(folder: string, path: string, file: CompanyFile) {
  const names = [
    file.logo,
    file.favicon,
    file.background,
    file.banner?.image,
    ...file.prizes.map(({ photo }) => photo),
    ...file.promotions.map(({ image }) => image),
  ].filter((name) => typeof name === 'string')
  const images = new Map<string, Image>()
  const mistakes: string[] = []
  for (const name of new Set(names)) {
    const content = await readFile(join(folder, name)).catch(() => undefined)
    const mistake = content ? imageMistake(content) : 'there is no such file'
    if (mistake || !content) mistakes.push(`${path} ${name}: ${mistake}`)
    else images.set(name, { hash: hashOf(content), media_type: 'image/svg+xml', content })
  }
  if (mistakes.length > 0) throw new CompanyMistakes(mistakes)
  return images
}

/** The lines of each text file of codes. A mistake names the line and never the code: it is worth a prize (T16). */
async function readCodes(folder: string, path: string, file: CompanyFile) {
  const codes = new Map<string, string[]>()
  const known = new Set<string>()
  const mistakes: string[] = []
  for (const name of poolsOf(file.prizes)) {
    const written = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    const lines = (written ?? '').split('\n').map((line) => line.trim())
    if (written === undefined) mistakes.push(`${path} ${name}: there is no such file`)
    else if (lines.length > max_pool_codes) {
      mistakes.push(`${path} ${name}: more than ${max_pool_codes} lines`)
    }
    for (const [at, code] of lines.entries()) {
      if (code === '') continue
      const { error } = PoolCode.safeParse(code)
      const key = code.replaceAll('-', '').toUpperCase()
      if (error) mistakes.push(`${join(folder, name)}:${at + 1} ${error.issues[0]?.message}`)
      else if (known.has(key)) mistakes.push(`${join(folder, name)}:${at + 1} the same code again`)
      known.add(key)
    }
    codes.set(name, lines.filter(Boolean))
  }
  if (mistakes.length > 0) throw new CompanyMistakes(mistakes.slice(0, max_mistakes_shown))
  return codes
}

/** An SVG may hold scripts. Ours are answered with a policy that runs none, and are shown by <img>, which runs none either. */
function imageMistake(content: Buffer): string | undefined {
  if (content.length > max_image_bytes) return `larger than ${max_image_bytes} bytes`
  const svg = content.toString('utf8')
  if (!/^(<\?xml[^>]*>)?\s*(<!--.*?-->\s*)*<svg[\s>]/s.test(svg)) return 'not an SVG picture'
  if (/<script|<foreignObject|\son\w+\s*=|javascript:/i.test(svg)) return 'holds a script'
  return undefined
}

function hashOf(content: Buffer): string {
  return `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.svg`
}
