/** A company's pictures for home screens and chats: PNG, drawn from its SVGs, because neither shows SVG. */

import { createHash } from 'node:crypto'

import sharp from 'sharp'

import { fitted } from '#api/company/fitted-picture.ts'
import { brandColours } from '#contract/brand/theme.ts'
import { type Company, invitationOf } from '#contract/company.ts'

import { sharePicture, shareSize, type ShareSubject } from './share-picture.ts'

/** Increase this number when the drawing of icons changes: pictures are cached for ever, so their URLs must change too. */
const drawingVersion = 3

export type IconSource = ShareSubject & Pick<Company, 'favicon_url' | 'logo_url'>

/** `size` in px. `whole`: opaque to the corners, for systems that cut their own shape. `part`: the favicon's share of `size`. */
const icons = {
  'icon-192': { size: 192, whole: false, part: 1 },
  'icon-512': { size: 512, whole: false, part: 1 },
  // A system may cut off everything outside the middle 80 % (https://w3c.github.io/manifest/#icon-masks).
  'maskable-192': { size: 192, whole: true, part: 0.8 },
  'maskable-512': { size: 512, whole: true, part: 0.8 },
  // An iPhone rounds the corners itself.
  'touch-180': { size: 180, whole: true, part: 1 },
} as const

export const shareIcon = { name: 'share', ...shareSize } as const

export type IconName = keyof typeof icons | typeof shareIcon.name

export function isIconName(name: string): name is IconName {
  return name in icons || name === shareIcon.name
}

/** Hashes everything that the pictures are drawn from. The hash is part of their URLs, so the content of a URL never changes. */
export function iconHash(from: IconSource): string {
  const { favicon_url, logo_url, primary_color, background_color, font_color } = from
  // With a background picture the palette has darker or lighter texts.
  const hasPicture = Boolean(from.background_url)
  const brand = [primary_color, background_color, font_color, hasPicture, from.theme?.surface]
  const shared = [from.banner?.image_url, from.program_name, from.home?.title, invitationOf(from)]
  const parts = [drawingVersion, favicon_url, logo_url, ...brand, ...shared]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

export function iconUrl(company_id: string, from: IconSource, name: IconName): string {
  return `/icons/${company_id}/${iconHash(from)}/${name}.png`
}

/** Throws when the SVG cannot be drawn. */
export async function drawIcon(
  name: IconName,
  pictures: { favicon: Buffer; logo: Buffer; banner: Buffer | null },
  company: IconSource,
): Promise<Buffer> {
  // The light scheme always has a page colour.
  const page = brandColours(company).light['page']!
  if (name === shareIcon.name) return sharePicture(pictures, company)
  const { size, whole, part } = icons[name]
  if (!whole) return (await fitted(pictures.favicon, size, size)).png().toBuffer()
  const edge = await edgeColour(pictures.favicon)
  // A favicon without a background must keep a distance from the edge, because systems may cut the shape.
  const inner = Math.round(size * (edge === null ? Math.min(part, 0.64) : part))
  const sign = await (await fitted(pictures.favicon, inner, inner)).png().toBuffer()
  return on(edge ?? page, sign, size, size)
}

function on(ground: string, sign: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input: sign, gravity: 'centre' }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** The colour near the middle of the favicon's upper edge: '#rrggbb', or null when nothing is drawn there. */
async function edgeColour(svg: Buffer): Promise<string | null> {
  const sign = await fitted(svg, sample_px, sample_px)
  const pixels = await sign.ensureAlpha().raw().toBuffer()
  const [red, green, blue, alpha] = pixels.subarray((sample_px * 2 + sample_px / 2) * 4)
  if (alpha !== 255) return null
  return `#${[red, green, blue].map((channel) => channel!.toString(16).padStart(2, '0')).join('')}`
}

/** Large enough that the pixel in its middle is no blend with the edge. */
const sample_px = 64
