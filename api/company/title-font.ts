/** The fonts of companies' titles as WOFF files, for what the server draws: a PDF cannot embed the portal's WOFF2. */

import { join } from 'node:path'

import { type Font, fontFile } from '#contract/brand/font.ts'

/** The path of a font's file, copied from @fontsource, whose other 10 MB no node needs. Null for `system`, which has no file. */
export function titleFontFile(font: Font): string | null {
  if (font === 'system') return null
  return join(import.meta.dirname, 'fonts', `${fontFile(font)}.woff`)
}
