import display from '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff2?url'
import humanist from '@fontsource/cabin/files/cabin-latin-700-normal.woff2?url'
import serif from '@fontsource/crimson-pro/files/crimson-pro-latin-700-normal.woff2?url'
import rounded from '@fontsource/quicksand/files/quicksand-latin-700-normal.woff2?url'
import slab from '@fontsource/roboto-slab/files/roboto-slab-latin-700-normal.woff2?url'
import grotesk from '@fontsource/space-grotesk/files/space-grotesk-latin-700-normal.woff2?url'

import type { LoadedFont } from '#contract/brand/font.ts'

/** The URLs of the font files in the build. The server finds the files by their names (api/page/font.ts). */
export const fontUrls: Record<LoadedFont, string> = {
  display,
  grotesk,
  humanist,
  rounded,
  serif,
  slab,
}
