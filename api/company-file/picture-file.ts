/** Checks by its bytes, not its name, that a file is a picture that is safe to show (T14, T20). */

import { hash } from 'node:crypto'
import { extname } from 'node:path'

import sharp from 'sharp'

import {
  maxPicture_bytes,
  maxPicture_px,
  maxPictureSide_px,
  pictureName,
} from '#contract/brand/picture.ts'
import { pictureText } from '#contract/company-file/text.ts'

import { drawingMistake } from './drawing.ts'

/** `hash`: the picture's name in URLs. */
export type Image = { hash: string; media_type: string; content: Buffer }

/** Maximum size of a drawing (SVG), which is sent unchanged. */
const maxDrawing_bytes = 300_000
/** Maximum pixels, checked before decoding, because a file of a few kB can decode into gigabytes. */
export const maxPixels = 25_000_000

const formats = [
  { media_type: 'image/svg+xml', endings: ['.svg'], isOf: isSvg },
  { media_type: 'image/png', endings: ['.png'], isOf: startsWith('89504e470d0a1a0a') },
  { media_type: 'image/jpeg', endings: ['.jpg', '.jpeg'], isOf: startsWith('ffd8ff') },
  {
    media_type: 'image/webp',
    endings: ['.webp'],
    isOf: (content: Buffer) => /^RIFF.{4}WEBP/s.test(content.toString('latin1', 0, 12)),
  },
  {
    media_type: 'image/avif',
    endings: ['.avif'],
    // The brands of an ISO media file: its own, then the compatible ones.
    isOf: (content: Buffer) => /^.{4}ftyp.*avif/s.test(content.toString('latin1', 0, 32)),
  },
]

/** The picture, or the reason why it cannot be used. */
export async function readPicture(name: string, content: Buffer): Promise<Image | string> {
  if (content.length > maxPicture_bytes) return pictureText.tooLarge(maxPicture_bytes)
  const format = formats.find(({ isOf }) => isOf(content))
  if (!format) return pictureText.unknown
  const ending = extname(name)
  if (!format.endings.includes(ending)) return pictureText.otherFormat(format.media_type)
  const { media_type } = format
  if (media_type === 'image/svg+xml') {
    if (content.length > maxDrawing_bytes) return pictureText.tooLarge(maxDrawing_bytes)
    const mistake = drawingMistake(content.toString('utf8'))
    if (mistake) return mistake
  }
  const size = await pictureSize(content, media_type)
  if (typeof size === 'string') return size
  const nameHash = hash('sha256', content).slice(0, 32)
  return { hash: pictureName(nameHash, size, ending.slice(1)), media_type, content }
}

/** The stored size in px; null for a drawing without one; or the reason why the picture cannot be shown. */
async function pictureSize(content: Buffer, media_type: string) {
  try {
    // Reads the header and decodes nothing.
    const { autoOrient, width, height } = await sharp(content, {
      limitInputPixels: false,
    }).metadata()
    if (width * height > maxPixels) return pictureText.tooManyPixels(maxPixels)
    const side = Math.max(width, height)
    if (side > maxPictureSide_px) return pictureText.tooLong(side, maxPictureSide_px)
    if (media_type !== 'image/svg+xml') {
      // Decodes the whole file, at the smallest size, to find broken data.
      const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      await picture.resize(16, 16, { fit: 'inside' }).raw().toBuffer()
    }
    const scale =
      media_type === 'image/svg+xml'
        ? 1
        : Math.min(1, maxPicture_px / Math.max(autoOrient.width, autoOrient.height))
    return {
      width: Math.max(1, Math.round(autoOrient.width * scale)),
      height: Math.max(1, Math.round(autoOrient.height * scale)),
    }
  } catch {
    // A drawing without a size fills its place. A broken drawing is accepted, because it only shows nothing.
    return media_type === 'image/svg+xml' ? null : pictureText.unreadable
  }
}

function startsWith(hexadecimal: string): (content: Buffer) => boolean {
  const beginning = Buffer.from(hexadecimal, 'hex')
  return (content) => content.subarray(0, beginning.length).equals(beginning)
}

function isSvg(content: Buffer): boolean {
  const beginning = content.toString('utf8', 0, 4096)
  return /^\uFEFF?\s*(<\?xml[^>]*>)?\s*(<!--.*?-->\s*)*<svg[\s>/]/s.test(beginning)
}
