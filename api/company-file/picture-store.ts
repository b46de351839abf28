/** Stored pictures. They are encoded again, so that nothing but pixels is published, in the sizes that screens need. */

import { hash } from 'node:crypto'

import sharp from 'sharp'

import { maxPicture_px, pictureWidths } from '#contract/brand/picture.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { type Image, maxPixels } from './picture-file.ts'

type Sized = { width: number; media_type: string; content: Buffer }
/** `own_hash`: the hash of the stored content when it differs from the file's; null: they are equal. */
export type Drawn = Image & { own_hash: string | null; sizes: Sized[] }

/**
 * Returns the names of the company's pictures in URLs, by the hash of the file and by the hash of the stored content. An export
 * writes the stored content, so both must find the name. `company_id`: undefined before the first application.
 */
export async function keptPictures(
  database: Database,
  company_id: string | undefined,
  images: Iterable<Image>,
): Promise<Map<string, string>> {
  if (company_id === undefined) return new Map()
  const hashes = [...images].map((image) => image.hash)
  const storedHashes = await rows<{ hashes: string; hash: string }>(
    database,
    sql`select distinct on (hashes) hashes, company_image.hash
          from company_image
          join unnest(${hashes}::text[]) as hashes
            on hashes = company_image.hash or hashes = company_image.own_hash
         where company_image.company_id = ${company_id}
         order by hashes, hashes <> company_image.hash, company_image.hash`,
  )
  return new Map(storedHashes.map((one) => [one.hashes, one.hash]))
}

/** Encodes a picture. Takes seconds for a photograph, so never within a transaction. */
export async function drawPicture(image: Image): Promise<Drawn> {
  if (image.media_type === 'image/svg+xml') return { ...image, own_hash: null, sizes: [] }
  const { content, width } = await redrawn(image)
  const sizes: Sized[] = []
  for (const one of new Set([...pictureWidths.filter((each) => each < width), width])) {
    // Encode each size from the file, so that quality is lost only once.
    const resized = () => open(image.content).resize({ width: one, withoutEnlargement: true })
    sizes.push(
      { width: one, media_type: 'image/avif', content: await resized().avif(avif).toBuffer() },
      { width: one, media_type: 'image/webp', content: await resized().webp(webp).toBuffer() },
    )
  }
  const [, rest] = /^[0-9a-f]+(.*)$/.exec(image.hash)!
  return {
    ...image,
    content,
    own_hash: `${hash('sha256', content).slice(0, 32)}${rest}`,
    sizes,
  }
}

/** Qualities without a visible difference on a phone. Effort 3 takes half the time of the default. */
const avif = { quality: 55, effort: 3 }
const webp = { quality: 80 }
/** The original is encoded again when it is exported and applied elsewhere, so keep its quality high. */
const jpeg = { quality: 90, mozjpeg: true }
/** A larger picture is stored with a palette of 256 colours. The limit equals that of a picture's file (picture-file.ts). */
const maxKept_bytes = 5 * 1024 * 1024

/** Encodes the picture again in its own format: upright, without camera metadata, no larger than screens need. */
async function redrawn({
  content,
  media_type,
}: Image): Promise<{ content: Buffer; width: number }> {
  const picture = open(content).resize({
    width: maxPicture_px,
    height: maxPicture_px,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const written = {
    'image/png': picture.clone().png({ compressionLevel: 9 }),
    'image/jpeg': picture.clone().jpeg(jpeg),
    'image/webp': picture.clone().webp({ quality: 90 }),
    'image/avif': picture.clone().avif({ quality: 75, effort: 3 }),
  }[media_type]!
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  // A resized palette image has thousands of colours instead of 256.
  const bytes = data.length > maxKept_bytes ? await picture.png({ palette: true }).toBuffer() : data
  return { content: bytes, width: info.width }
}

function open(content: Buffer) {
  return sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
}

/** Stores pictures. It deletes no older ones, because open pages may still request them. */
export async function keepPictures(
  connection: Database,
  company_id: string,
  pictures: Drawn[],
): Promise<void> {
  for (const { hash, own_hash, media_type, content, sizes } of pictures) {
    await rows(
      connection,
      sql`insert into company_image (company_id, hash, own_hash, media_type, content)
          values (${company_id}, ${hash}, ${own_hash}, ${media_type}, ${content})
          on conflict do nothing`,
    )
    for (const size of sizes) {
      await rows(
        connection,
        sql`insert into company_image_size (company_id, hash, width, media_type, content)
            values (${company_id}, ${hash}, ${size.width}, ${size.media_type}, ${size.content})
            on conflict do nothing`,
      )
    }
  }
}
