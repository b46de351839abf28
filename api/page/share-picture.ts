/** The picture of a link in a chat: logo, title and invitation beside the banner. */

import sharp from 'sharp'

import { fitted } from '#api/company/fitted-picture.ts'
import { Look } from '#contract/brand/look.ts'
import { brandColours } from '#contract/brand/theme.ts'
import { type Company, invitationOf } from '#contract/company.ts'

import { drawnText } from './drawn-text.ts'

/** The size in px that Open Graph recommends: a width of 1.91 times the height. */
export const shareSize = { width: 1200, height: 630 } as const

/** px. Chats crop pictures, so text and logo keep this distance from the edges. */
const margin = 64
const half = shareSize.width / 2
/** px. At this height the logo is legible in chats that show the picture at a third of its size. */
const logoHeight = 96

export type ShareSubject = Parameters<typeof invitationOf>[0] &
  Pick<Company, 'program_name' | 'banner'> &
  Parameters<typeof brandColours>[0]

/** Draws the picture. Without a banner it has the favicon on the brand's colour. Throws when an SVG cannot be drawn. */
export async function sharePicture(
  { favicon, logo, banner }: { favicon: Buffer; logo: Buffer; banner: Buffer | null },
  company: ShareSubject,
): Promise<Buffer> {
  const { light } = brandColours(company)
  const sign = await fitted(logo, half - 2 * margin, logoHeight, 'left')
  return sharp({ create: { ...shareSize, channels: 3, background: light['page']! } })
    .composite([
      { input: await right({ favicon, banner }, light['brand']!), left: half, top: 0 },
      { input: await sign.png().toBuffer(), left: margin, top: margin },
      { input: words(company, light), left: 0, top: 0 },
    ])
    .removeAlpha()
    .png()
    .toBuffer()
}

function right(
  { favicon, banner }: { favicon: Buffer; banner: Buffer | null },
  ground: string,
): Promise<Buffer> {
  if (banner) return covering(banner)
  return fitted(favicon, half * 0.4, half * 0.4)
    .then((image) => image.png().toBuffer())
    .then((input) =>
      sharp({ create: { width: half, height: shareSize.height, channels: 3, background: ground } })
        .composite([{ input, gravity: 'centre' }])
        .png()
        .toBuffer(),
    )
}

/** The middle of the banner, as high as the picture. */
async function covering(banner: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(banner).metadata()
  const scale = Math.max(half / width, shareSize.height / height)
  const whole = await fitted(banner, Math.ceil(width * scale), Math.ceil(height * scale))
  const { data, info } = await whole.png().toBuffer({ resolveWithObject: true })
  return sharp(data)
    .extract({
      left: Math.floor((info.width - half) / 2),
      top: Math.floor((info.height - shareSize.height) / 2),
      width: half,
      height: shareSize.height,
    })
    .png()
    .toBuffer()
}

function words(company: ShareSubject, colours: Record<string, string>): Buffer {
  // A file applied before `theme` existed lacks it.
  const theme = Look.parse(company.theme ?? {})
  const box = { x: margin, width: half - 2 * margin }
  const title = drawnText(
    company.home?.title ?? company.program_name,
    { ...box, y: 0, maxLines: 3 },
    { weight: 'bold', title: theme.font, size: 52, color: colours['text']! },
  )
  const invitation = drawnText(
    invitationOf(company),
    { ...box, y: title.height + 16, maxLines: 4 },
    { weight: 'regular', size: 30, color: colours['text-soft']! },
  )
  const { width, height } = shareSize
  // The logo stands at the top of its half, the words at the foot.
  const top = height - margin - title.height - 16 - invitation.height
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(0 ${top})">${title.svg}${invitation.svg}</g></svg>`,
  )
}
