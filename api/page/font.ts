/** Preloads the font of a company's titles and declares its faces in the page, so that it is available at the first paint. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { fontFaces, fontFile, fonts, type LoadedFont } from '#contract/brand/font.ts'
import type { Look } from '#contract/brand/look.ts'

export type FontUrls = Map<string, string>

/** Font → its URL, from the files of the build in `folder`. */
export async function readFontUrls(folder: string): Promise<FontUrls> {
  const files = await readdir(join(folder, 'assets'))
  const loaded = fonts.filter((font): font is LoadedFont => font !== 'system')
  return new Map(
    loaded.flatMap((font) => {
      const name = files.find(
        (file) => file.startsWith(`${fontFile(font)}-`) && file.endsWith('.woff2'),
      )
      return name === undefined ? [] : [[font, `/assets/${name}`] as const]
    }),
  )
}

/** A preload and the faces. Both are empty for the device's own font, and for a build without fonts. */
export function pageFont(urls: FontUrls, { font }: Look): { preload: string[]; css: string } {
  const url = urls.get(font)
  if (font === 'system' || url === undefined) return { preload: [], css: '' }
  return {
    preload: [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`],
    css: fontFaces(font, url),
  }
}
