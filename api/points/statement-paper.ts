/** The paper of a PDF statement: its size, and the company's colours and title font on it. */

import { readFile } from 'node:fs/promises'

import { titleFontFile } from '#api/company/title-font.ts'
import { Look } from '#contract/brand/look.ts'
import { brandColours } from '#contract/brand/theme.ts'

import type { StatementOwner } from './statement-words.ts'

/** Points of 1/72 inch, on A4. */
export const paper = { width: 595.28, height: 841.89, margin: 48 } as const
/** The width between the margins. */
export const lineWidth = paper.width - 2 * paper.margin

/** `font` is a name that pdfkit knows. */
export type Paper = { colours: PaperColours; radius: number; titleFont: string }
type PaperColours = {
  brand: string
  edge: string
  brandText: string
  ground: string
  ink: string
  soft: string
  line: string
}

/** Registers the title font in the document. */
export async function preparePaper(
  document: PDFKit.PDFDocument,
  { primary_color, theme }: StatementOwner,
): Promise<Paper> {
  // A file applied before a field existed lacks it.
  const { shape, font } = Look.parse(theme ?? {})
  // The standard bold font needs no file.
  const file = titleFontFile(font)
  if (file) document.registerFont('Title', await readFile(file))
  return {
    colours: coloursOf(primary_color),
    radius: radii[shape],
    titleFont: file ? 'Title' : 'Helvetica-Bold',
  }
}

const radii = { sharp: 1, soft: 6, round: 12 } as const

/** The brand's colours on white paper, whatever the company's page is. */
function coloursOf(primary_color: string): PaperColours {
  const { light } = brandColours({ primary_color, background_color: '#ffffff', font_color: null })
  return {
    // The palette always has these names.
    brand: light['brand']!,
    edge: light['brand-edge']!,
    brandText: light['brand-text']!,
    ground: light['brand-soft']!,
    ink: light['text']!,
    soft: light['text-soft']!,
    line: light['line']!,
  }
}
