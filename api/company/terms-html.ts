/** The terms that a company wrote as HTML: of the marks it may use, an allow-list (D11, T14). */

import sanitize from 'sanitize-html'

const tags = [
  'h2 h3 h4 p br hr blockquote ul ol li dl dt dd',
  'strong b em i u s small sub sup a',
  'table caption thead tbody tr th td',
].flatMap((line) => line.split(' '))

/** Deeper, a page takes longer to be laid out than to be read. */
const max_depth = 30

/** Without what may not be in it; the words of a mark that is left out stay. Done twice it is the same. */
export function sanitizedTerms(html: string): string {
  let safe = sanitizedOnce(html)
  for (let pass = 0; pass < max_passes; pass += 1) {
    const again = sanitizedOnce(safe)
    if (again === safe) break
    safe = again
  }
  return safe
}

/** What closed something that is left out may close its neighbour the next time: marks that are nested ill settle in a few. */
const max_passes = 10

function sanitizedOnce(html: string): string {
  return sanitize(html, {
    allowedTags: tags,
    allowedAttributes: {
      // Ours, below: no other value can come.
      a: ['href', 'rel', 'target'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: max_depth,
    transformTags: {
      // The page has its one title.
      h1: 'h2',
      a: (tagName, { href }) => ({
        tagName,
        attribs:
          href && isAbroad(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
      }),
    },
  }).trim()
}

/** The marks that are left out, each once, for whoever wrote them. */
export function marksLeftOut(html: string): string[] {
  const left_out = new Set<string>()
  sanitize(html, {
    onOpenTag: (name) => {
      if (!tags.includes(name) && name !== 'h1') left_out.add(name)
    },
  })
  return [...left_out]
}

/** Nothing of this server: a link to a path would be a page of the portal without its frame. */
function isAbroad(href: string): boolean {
  return /^(https:\/\/|mailto:|tel:)/i.test(href)
}
