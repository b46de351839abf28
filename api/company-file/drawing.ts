/**
 * Checks that a drawing (SVG) holds no script and loads no other URL (T14). The portal shows it by <img> under a policy, so neither
 * can happen there. This check protects people who open the file elsewhere.
 *
 * The check reads text and not a tree. So it refuses each notation that hides a name or an address from it: prefixes, entities,
 * escapes and other encodings. The patterns take linear time, because a person of any company may send any text.
 */

import { pictureText } from '#contract/company-file/text.ts'

/** Entities that spell no name or address: those of signs that text must escape, and numbers of characters beyond ASCII. */
const plainEntities = [
  'amp|lt|gt|quot|apos|#(?:38|60|62|34|39)',
  String.raw`#(?:1[6-9]\d|[2-9]\d\d|[1-9]\d{3,6})`,
  '#x(?:[a-f][0-9a-f]|[1-9a-f][0-9a-f]{2,5})',
].join('|')

const refusals: [RegExp, string][] = [
  [/<!DOCTYPE|<!ENTITY|<\?(?!xml\s)/i, pictureText.hasStyle],
  // Other encodings, as ISO-2022-JP, drop bytes, so that two halves of a word become one.
  [
    /^\uFEFF?\s*<\?xml[^>]*encoding\s*=\s*["'](?!(?:utf-8|us-ascii|iso-8859-1|windows-1252)["'])/i,
    pictureText.hasEncoding,
  ],
  [/<(?:script|foreignObject|iframe|embed|object|handler)\b/i, pictureText.hasScript],
  [/[\s"'/]on[a-z]+\s*=|javascript:/i, pictureText.hasScript],
  [/attributeName\s*=\s*(?:["']\s*)?(?:on|[\w:]*href|src)/i, pictureText.hasScript],
  // A prefix can be bound to the namespace of SVG or HTML: <a:script>. No element of a plain drawing has one.
  [/<\/?[^\s"'<>=/!?]*:/, pictureText.hasPrefix],
  [
    /[\s"'/](?!(?:xlink|xml|xmlns):)[^\s"'<>=/:\d][^\s"'<>=/:]*:[^\s"'<>=/:]+\s*=/,
    pictureText.hasPrefix,
  ],
  [/[\s"'/]xmlns\s*=(?!\s*["']http:\/\/www\.w3\.org\/2000\/svg["'])/, pictureText.hasPrefix],
  [new RegExp(`&(?!(?:${plainEntities});)`, 'i'), pictureText.hasEntity],
  // CSS escapes work in styles, and in attributes such as fill.
  [/\\/, pictureText.hasEscape],
  [/url\((?!\s*(?:(?:["']|&quot;|&apos;)\s*)?#)/i, pictureText.loads],
  [/\b(?:image-set|image|src)\(|[\s"'/]xml:base\s*=/i, pictureText.loads],
  [/[\s"'/]style\s*=\s*(?:"[^"@]*@|'[^'@]*@)/i, pictureText.loads],
]

/** The reason why the drawing is refused; undefined for a harmless one. */
export function drawingMistake(svg: string): string | undefined {
  const refusal = refusals.find(([pattern]) => pattern.test(svg))
  if (refusal) return refusal[1]
  const addresses = svg.matchAll(/\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)
  const loads = [...addresses].some(
    ([, double, single, bare]) => !isWithin((double ?? single ?? bare ?? '').trim()),
  )
  const hasHarmlessStyles = svg
    .matchAll(/<style\b/gi)
    .every(({ index }) => isHarmlessStyle(svg, index))
  return loads || !hasHarmlessStyles ? pictureText.loads : undefined
}

/** Whether the address loads nothing: a reference within the drawing, or an embedded bitmap. */
function isWithin(address: string): boolean {
  return /^#|^data:image\/(?:png|jpeg|webp);base64,/.test(address)
}

/**
 * A style element whose content is text or one CDATA section. A comment, an element or a second section within it would split a word
 * that browsers read whole.
 */
const style =
  /<style\b(?:"[^"<]*"|'[^'<]*'|[^<>"'/])*(?:\/>|>\s*(?:<!\[CDATA\[)?(?<css>[^<]*)<\/style)/iy

function isHarmlessStyle(svg: string, index: number): boolean {
  style.lastIndex = index
  const found = style.exec(svg)
  return found !== null && !/@(?!(?:media|supports|keyframes)\b)/i.test(found.groups!['css'] ?? '')
}
