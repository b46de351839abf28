import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { drawingMistake } from './drawing.ts'

const ns = 'http://www.w3.org/2000/svg'
const drawing = (inner: string) =>
  `<svg xmlns="${ns}" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`

test.each([
  `<a.b:script xmlns:a.b="${ns}">alert(1)</a.b:script>`,
  `<é:script xmlns:é="${ns}">alert(1)</é:script>`,
  `<xlink:script xmlns:xlink="${ns}">alert(1)</xlink:script>`,
  `<q.q:foreignObject xmlns:q.q="${ns}"><b/></q.q:foreignObject>`,
  '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text"/>',
  '<g a:b = "c"/>',
  '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=x"/>',
  '<a><animate attributeName="&#104;ref" values="x"/></a>',
  '<a><set attributeName=" xlink:href" to="x"/></a>',
  '<a href="&#106;avascript:alert(1)"/>',
  '<text>&nbsp;</text>',
  '<g a="1"onload="alert(1)"/>',
  String.raw`<style>*{fill:u\72l(http://evil.example/x)}</style>`,
  String.raw`<rect fill="u\72l(http://evil.example/x)"/>`,
  String.raw`<style>@\69mport "http://evil.example/x";</style>`,
  '<a href="&#x0006a;avascript:alert(1)"/>',
  '<style>&#64;import "http://evil.example/x";</style>',
  '<style>@import "http://evil.example/x";</style>',
  '<style>@namespace "x";</style>',
  '<style>u<!-- -->rl(http://evil.example/x)</style>',
  '<style>u<![CDATA[rl(http://evil.example/x)]]></style>',
  '<style title="/>">u<b/>rl(http://evil.example/x)</style>',
  '<style title=">"><![CDATA[@]]>import "x"</style>',
  '<style>*{background:image-set("http://evil.example/x" 1x)}</style>',
  '<style>*{background:-webkit-image-set("http://evil.example/x" 1x)}</style>',
  '<style>*{background:src("http://evil.example/x")}</style>',
  '<style>*{fill:URL(data:image/png;base64,AA)}</style>',
  '<rect fill="url( &quot;http://evil.example/x&quot;)"/>',
  '<rect style="fill:red;@"/>',
  '<g xml:base="http://evil.example/"><use href="#a"/></g>',
  '<?php x ?>',
])('refuses a drawing with %s [T14]', (inner) => {
  expect(drawingMistake(drawing(inner))).toEqual(expect.any(String))
})

test('refuses a drawing in an encoding that joins words [T14]', () => {
  const encoded = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${drawing('')}`
  expect(drawingMistake(encoded('ISO-2022-JP'))).toBe('não está em UTF-8')
  expect(drawingMistake(encoded('UTF-8'))).toBeUndefined()
})

test.each([
  '<rect fill="url(#a)" style="fill:url( &quot;#a&quot; )" filter="url(\'#b\')"/>',
  '<style type="text/css"> <![CDATA[ .a{fill:#fff} .a:hover{fill:red} ]]> </style>',
  '<style>@media (min-width:1px){path{fill:url("#a")}} @keyframes x{to{opacity:0}}</style><style/>',
  '<g xml:space="preserve"><use xlink:href="#a"/><text>a@b.example &amp; 1:2 = 3 é</text></g>',
  '<image href="data:image/png;base64,iVBORw0KGgo="/><!-- Generator: x -->',
  '<text>Padaria do Z&#233; &#38; Cia, S&#xE3;o Paulo &#x1F600;</text>',
])('takes a drawing with %s [R1.6]', (inner) => {
  expect(drawingMistake(drawing(inner))).toBeUndefined()
})

test('takes each drawing of the companies [R1.6]', async () => {
  const folder = join(import.meta.dirname, '../../companies')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.svg'))
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) {
    expect([name, drawingMistake(await readFile(join(folder, name), 'utf8'))]).toEqual([
      name,
      undefined,
    ])
  }
})

// A pattern of quadratic time needs minutes, so that the test would reach the limit of a hanging test.
test.each([
  ['spaces after url(', `url(${' '.repeat(290_000)}`, true],
  ['spaces after attributeName', `attributeName=${' '.repeat(290_000)}`, false],
  ['many words', 'a-'.repeat(145_000), false],
  ['many style elements', '<style>'.repeat(41_000), true],
  ['many beginnings', '<?xml '.repeat(48_000), false],
  ['many quotes', `<style ${`"'`.repeat(145_000)}`, true],
  ['many prefixes', ' a:b'.repeat(72_000), false],
])('checks 290 kB of %s in linear time [T14]', (_, text, isRefused) => {
  expect(drawingMistake(drawing(text)) !== undefined).toBe(isRefused)
})
