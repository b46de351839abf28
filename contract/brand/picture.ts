/** Companies' pictures: the sizes in which they are stored, and their addresses, which contain the size. */

/** px of the longer side: twice the largest width at which a banner is shown. */
export const maxPicture_px = 1560

/** bytes of a picture's file (T20): a photo of a current phone at full size. The server draws smaller ones from it. */
export const maxPicture_bytes = 5 * 1024 * 1024

/** px. A file with a longer side is refused: no screen needs it, and some programs cannot draw it. */
export const maxPictureSide_px = 10_000

/** A raster picture is also stored at these widths: mark or thumbnail, card, twice a card, twice a banner. */
export const pictureWidths = [160, 480, 960, maxPicture_px] as const

/** 'images' part of an address: the content's hash, and its size in px if it has one, so that the page reserves its space. */
export function pictureName(hash: string, size: PictureSize | null, ending: string): string {
  return `${hash}${size ? `-${size.width}x${size.height}` : ''}.${ending}`
}

export type PictureSize = { width: number; height: number }

/** The attributes of an <img>: its size, so that the page does not shift, and `srcset`, so that a phone loads a small file. */
export function pictureSource(url: string, sizes: string) {
  const [, width, height, ending] = /-(\d+)x(\d+)\.(\w+)$/.exec(url) ?? []
  if (!width || !height || ending === 'svg') return { src: url, width, height }
  const widths = [...pictureWidths.filter((one) => one < Number(width)), Number(width)]
  const srcSet = widths.map((one) => `${url}?w=${one} ${one}w`).join(', ')
  return { src: url, width, height, srcSet, sizes }
}
