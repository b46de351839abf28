/** The API's pages, rendered on the server from the OpenAPI document and readable without a script. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { OpenAPIV3_1 } from 'openapi-types'

import { logoHtml } from '#api/company/logo-html.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { defaultBrand, themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { endpoints, errorsOf, type EndpointKey } from '#contract/endpoints/endpoints.ts'
import { cashierMessages, type ErrorCode, errorCodes } from '#contract/error.ts'

import { breakable, callHtml, type Call, callsOf } from './call.ts'
import { inlineHtml, markdownHtml } from './markdown.ts'
import { groupNames, mayRepeat, referenceWords as words } from './text.ts'

/** partner: the till's quick start and its calls; portal: the calls of the customer's portal. */
export type ReferencePage = 'partner' | 'portal'

type Reader = { company: Company | undefined; origin: string; nonce: string }

const demoOrigin = 'http://localhost:3000'

/** Returns the function that writes a page for the company of a host. The parts without the company are rendered once. */
export async function openPages(
  document: OpenAPIV3_1.Document,
): Promise<(page: ReferencePage, reader: Reader) => string> {
  const [css, callCss, quickStart] = await Promise.all(
    ['style.css', 'call.css', 'quick-start.md'].map((name) =>
      readFile(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  const calls = callsOf(document)
  const contents = {
    partner: partnerContent(quickStart!, calls, document),
    portal: portalContent(calls, document),
  }
  return (page, { company, origin, nonce }) => {
    const { navigation, main } = contents[page]
    const title = `${words.document} · ${company?.program_name ?? words[page]}`
    return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${themeCss(company ?? defaultBrand)}${css}${callCss}</style>
</head>
<body>
<a class="skip" href="#conteudo">${words.skip}</a>
${headerHtml(page, company)}
<div class="columns">
<nav aria-label="${words.contents}"><details class="contents" open><summary>${words.contents}</summary>${navigation}</details></nav>
<main id="conteudo" tabindex="-1">${main.replaceAll(demoOrigin, escapeHtml(origin))}</main>
</div>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
  }
}

/** Closes the table of contents on a phone, and adds a copy button to each command. The page is complete without it. */
const script = `
document.querySelector('.contents').open = matchMedia('(width >= 64rem)').matches
for (const code of document.querySelectorAll('figure.sh')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '${words.copy}'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.querySelector('pre').textContent)
    button.textContent = '${words.copied}'
    setTimeout(() => { button.textContent = '${words.copy}' }, 2000)
  })
  if (navigator.clipboard) code.querySelector('figcaption').append(button)
}
`

function headerHtml(page: ReferencePage, company: Company | undefined): string {
  const mark = company
    ? logoHtml(company, { alt: company.program_name })
    : '<span class="wordmark">Fiel</span>'
  const links = [
    { name: 'partner' as const, href: '/api/docs' },
    { name: 'portal' as const, href: '/api/docs/portal' },
  ].map(({ name, href }) => {
    const current = name === page ? ' aria-current="page"' : ''
    return `<li><a href="${href}"${current}>${words[name]}</a></li>`
  })
  return `<header>
<div class="mark">${mark}</div>
<ul>${links.join('')}<li><a href="/api/openapi.json">${words.download}</a></li></ul>
</header>`
}

type Content = { navigation: string; main: string }

function partnerContent(quickStart: string, all: Call[], document: OpenAPIV3_1.Document): Content {
  const calls = all.filter(({ caller }) => caller === 'partner')
  const { html, headings } = markdownHtml(quickStart)
  const steps = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  return {
    navigation: `<h2>${words.start}</h2><ul>${steps.join('')}</ul>
<h2>${words.calls}</h2>${callNavigation(calls)}
<h2><a href="#erros">${words.errors}</a></h2>`,
    main: `<h1>${words.document}</h1>
${html}
<h2 id="chamadas">${words.calls}</h2>
<p>${inlineHtml(words.callsIntroduction)}</p>
${groupsHtml(calls, document)}
<h2 id="erros">${words.errors}</h2>
<p>${inlineHtml(words.errorsIntroduction)}</p>
${errorList()}`,
  }
}

function portalContent(all: Call[], document: OpenAPIV3_1.Document): Content {
  const calls = all.filter(({ caller }) => caller !== 'partner')
  return {
    navigation: `<h2>${words.calls}</h2>${callNavigation(calls)}`,
    main: `<h1>${words.portal}</h1>
<p>${words.portalIntroduction}</p>
<h2 id="chamadas">${words.calls}</h2>
<p>${inlineHtml(words.portalCallsIntroduction)}</p>
${groupsHtml(calls, document)}`,
  }
}

/** Calls by the heading that they stand under, in the order of `groupNames`. */
function groupsOf(calls: Call[]): { name: string; calls: Call[] }[] {
  const groups = new Set([...Object.keys(groupNames), ...calls.map(({ group }) => group)])
  return [...groups]
    .map((group) => ({
      name: groupNames[group] ?? group,
      calls: calls.filter((call) => call.group === group),
    }))
    .filter((group) => group.calls.length > 0)
}

function callNavigation(calls: Call[]): string {
  return groupsOf(calls)
    .map(({ name, calls }) => {
      const links = calls.map(
        ({ id, method, path }) =>
          `<li><a href="#${id}"><b>${method}</b> ${breakable(path)}</a></li>`,
      )
      return `<h3>${name}</h3><ul class="calls">${links.join('')}</ul>`
    })
    .join('')
}

function groupsHtml(calls: Call[], document: OpenAPIV3_1.Document): string {
  return groupsOf(calls)
    .map(({ name, calls }) => {
      const callsHtml = calls.map((call) => callHtml(call, document))
      return `<h3 class="group">${name}</h3>${callsHtml.join('')}`
    })
    .join('')
}

/** Every error code that a till can get, by status. */
function errorList(): string {
  const keys = (Object.keys(endpoints) as EndpointKey[]).filter(
    (key) => endpoints[key].caller === 'partner',
  )
  const codes = [...new Set<ErrorCode>(keys.flatMap((key) => errorsOf(key)))].toSorted(
    (one, other) => errorCodes[one].status - errorCodes[other].status || (one < other ? -1 : 1),
  )
  const rows = codes.map((code) => {
    const { status, message } = errorCodes[code]
    const sentence = escapeHtml(cashierMessages[code] ?? message)
    const repeat = mayRepeat(code) ? ` <span class="repeat">${words.repeat}</span>` : ''
    return `<div><dt><code>${code}</code> <span class="type">${status}</span>${repeat}</dt><dd>${sentence}</dd></div>`
  })
  return `<dl class="catalogue">${rows.join('')}</dl>`
}
