/** `html` has no style attributes. `css` has their declarations as rules. */
export type Styled = { html: string; css: string }

/** The characters of sizes, ratios and variables. None of them can end a rule or the style element. */
const safe = /^[\w\s.,:;%#()+*/-]*$/

/** Moves style attributes into rules, because the page's policy allows a style element with a nonce but no style attribute. */
export function withoutStyles(html: string): Styled {
  const rules: string[] = []
  const rewritten = html.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    if (!safe.test(declarations)) return ''
    // The attribute stands twice, so that the rule has a higher specificity than a class.
    rules.push(`[data-p="${rules.length}"][data-p]{${declarations}}`)
    return ` data-p="${rules.length - 1}"`
  })
  return { html: rewritten, css: rules.join('') }
}
