/** The terms that a company wrote as HTML, limited to an allow-list of elements (D11, T14). */

import sanitize from 'sanitize-html'

const tags = [
  'h2 h3 h4 p br hr blockquote ul ol li dl dt dd',
  'strong b em i u s small sub sup a',
  'table caption thead tbody tr th td',
].flatMap((line) => line.split(' '))

/** Levels of nesting. A deeper page takes a browser seconds to lay out. */
const maxDepth = 30

/** Removes elements outside the allow-list and keeps their text. Idempotent. */
export function sanitizedTerms(html: string): string {
  let safe = sanitizedOnce(html)
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const again = sanitizedOnce(safe)
    if (again === safe) break
    safe = again
  }
  return safe
}

/** Maximum passes. The end tag of a removed element may close its neighbour, so badly nested HTML needs several passes. */
const maxPasses = 10

function sanitizedOnce(html: string): string {
  return sanitize(html, {
    allowedTags: tags,
    allowedAttributes: {
      // transformTags below sets these, so an author's value never remains.
      a: ['href', 'rel', 'target'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
    transformTags: {
      // The page has one h1 already.
      h1: 'h2',
      a: (tagName, { href }) => ({
        tagName,
        attribs:
          href && isAbroad(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
      }),
    },
  }).trim()
}

/** The names of removed elements, each once, for the author. */
export function marksLeftOut(html: string): string[] {
  const leftOut = new Set<string>()
  sanitize(html, {
    onOpenTag: (name) => {
      if (!tags.includes(name) && name !== 'h1') leftOut.add(name)
    },
  })
  return [...leftOut]
}

/** Only absolute URLs: a link to a path would open a portal page outside its frame. */
function isAbroad(href: string): boolean {
  return /^(https:\/\/|mailto:|tel:)/i.test(href)
}
