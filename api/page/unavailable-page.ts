/** The page while the database is away and the company is not in this node's cache. It has no company's look. */

import { defaultBrand, themeCss } from '#contract/brand/theme.ts'
import { unavailablePageWords as words } from '#contract/error.ts'

/** A page without a script. Its link reloads the same address. */
export function unavailablePage(nonce: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title}</title>
<style nonce="${nonce}">${themeCss(defaultBrand)}${css}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.text}</p>
<p><a href="">${words.retry}</a></p>
</main>
</body>
</html>
`
}

const css = `
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:32rem;margin:0 auto;padding:20vh 1.25rem 4rem;text-align:center}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
a{display:inline-block;padding:.75rem 1.5rem;border-radius:.75rem;background:var(--brand);color:var(--on-brand);font-weight:700;text-decoration:none}
:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
`
