/** Pictures of companies: how large they are kept, and the addresses that tell it. */

/** px of the longer side: twice the largest width at which a banner is shown. */
export const maxPicture_px = 1560

/** A picture of dots is kept at these widths beside its own: a mark or a thumbnail, a card, twice a card, twice a banner. */
export const pictureWidths = [160, 480, 960, maxPicture_px] as const

/** 'images' part of an address: the content's hash, and its size in px where it has one, so that its place can be kept. */
export function pictureName(hash: string, size: PictureSize | null, ending: string): string {
  return `${hash}${size ? `-${size.width}x${size.height}` : ''}.${ending}`
}

export type PictureSize = { width: number; height: number }

/** Everything an <img> needs: nothing jumps, and a phone loads what a phone shows. `sizes`: as wide as it is shown. */
export function pictureSource(url: string, sizes: string) {
  const [, width, height, ending] = /-(\d+)x(\d+)\.(\w+)$/.exec(url) ?? []
  if (!width || !height || ending === 'svg') return { src: url, width, height }
  const widths = [...pictureWidths.filter((one) => one < Number(width)), Number(width)]
  const srcSet = widths.map((one) => `${url}?w=${one} ${one}w`).join(', ')
  return { src: url, width, height, srcSet, sizes }
}
