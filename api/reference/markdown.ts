/** Converts Markdown of this repository to HTML. The input is trusted, because it never comes from a request. */

import { Marked, type Tokens } from 'marked'

import { escapeHtml } from '#api/http/escape-html.ts'

import { referenceWords as words } from './text.ts'

type Heading = { id: string; text: string }

/** A document with its headings of the third level, which can be linked to. */
export function markdownHtml(markdown: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const id = idOf(text)
        const html = this.parser.parseInline(tokens)
        if (depth === 3) headings.push({ id, text: html })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      code: codeHtml,
      table(token: Tokens.Table): string {
        const cell = ({ tokens, header }: Tokens.TableCell) => {
          const html = this.parser.parseInline(tokens)
          return header ? `<th scope="col">${html}</th>` : `<td>${html}</td>`
        }
        const rows = token.rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
        const head = `<thead><tr>${token.header.map(cell).join('')}</tr></thead>`
        return `<table>${head}<tbody>${rows.join('')}</tbody></table>\n`
      },
    },
  })
  return { html: marked.parse(markdown, { async: false }), headings }
}

const inline = new Marked()

/** A sentence with `code` in it. */
export function inlineHtml(sentence: string): string {
  return inline.parseInline(sentence, { async: false })
}

/** A code block by its language: `sh` is a command, `json` an answer. */
function codeHtml({ text, lang = '' }: Tokens.Code): string {
  const label = lang === 'sh' ? words.command : words.example
  return `<figure class="code ${lang.split(' ')[0]}"><figcaption>${label}</figcaption><pre tabindex="0" aria-label="${label}"><code>${escapeHtml(text)}</code></pre></figure>\n`
}

function idOf(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
