/** `css` has the rules that stood in style attributes. */
export type Styled = { html: string; css: string }

/** What a size, a ratio or a variable consists of: nothing that could end a rule or the style element. */
const safe = /^[\w\s.,:;%#()+*/-]*$/

/** Moves style attributes into rules: the page's policy allows a style element with a nonce, and no attribute. */
export function withoutStyles(html: string): Styled {
  const rules: string[] = []
  const rewritten = html.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    if (!safe.test(declarations)) return ''
    // The attribute twice, so that the rule is stronger than a class.
    rules.push(`[data-p="${rules.length}"][data-p]{${declarations}}`)
    return ` data-p="${rules.length - 1}"`
  })
  return { html: rewritten, css: rules.join('') }
}
