import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { xssPayloads } from '#api/testing/samples/xss.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { marksLeftOut, sanitizedTerms } from './terms-html.ts'

/** Patterns of all allowed output, written independently of the sanitiser. */
const block = 'h2|h3|h4|p|blockquote|ul|li|dl|dt|dd|table|caption|thead|tbody|tr'
const words = 'strong|b|em|i|u|s|small|sub|sup|a|ol|th|td'
const harmless = new RegExp(
  [
    '^(?:[^<>]',
    `</?(?:${block}|${words})>`,
    '<[bh]r />',
    '<a href="(?:https://|mailto:|tel:)[^"<>]*" rel="noopener noreferrer" target="_blank">',
    '<t[hd](?: (?:col|row)span="[^"<>]*")*>',
    '<ol start="[^"<>]*">)*$',
  ].join('|'),
  'i',
)

describe('terms that a company writes as HTML [T14]', () => {
  test.each(xssPayloads)('terms in HTML lose all active parts of %j [T14]', (payload) => {
    const around = `<h2>Antes</h2><p>${payload}</p>`
    for (const html of [payload, around, `<ul><li>${payload}`, `<table><tr><td>${payload}`]) {
      const safe = sanitizedTerms(html)
      expect(safe).toMatch(harmless)
      expect(safe).not.toMatch(/javascript:|evil\.example" /i)
      expect(sanitizedTerms(safe)).toBe(safe)
    }
    expect(sanitizedTerms(around)).toContain('<h2>Antes</h2>')
  })

  test('terms in HTML lose all active parts of any mixture of payloads and fragments [T14]', () => {
    const piece = fc.oneof(
      fc.constantFrom(...xssPayloads),
      fc.constantFrom(...'<>"\'/=&;!- \n\t\u0000`'.split('')),
      fc.constantFrom('<p', '</p>', '<a href=', 'https://', 'on', '<!--', '-->', '<svg>', '&#x3c;'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    const cut = fc
      .tuple(fc.array(piece, { maxLength: 8 }), fc.nat(200), fc.nat(200))
      .map(([pieces, from, length]) => pieces.join('').slice(from % 40, from + length))
    fc.assert(
      fc.property(cut, (html) => {
        const safe = sanitizedTerms(html)
        expect(safe).toMatch(harmless)
        expect(sanitizedTerms(safe)).toBe(safe)
      }),
      { numRuns: 5000 },
    )
  })

  test('terms in HTML keep the usual HTML elements of terms as they were written [D11]', () => {
    const terms =
      '<h2>1. O programa</h2><p>Vale <strong>um ano</strong>.<br />Veja <a href="https://x.example/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">o site</a>.</p>' +
      '<ol start="3"><li>Um</li></ol><table><tbody><tr><th colspan="2">A</th></tr><tr><td>1</td><td>R$ 2 &lt; 3</td></tr></tbody></table>'
    expect(sanitizedTerms(terms)).toBe(terms)
    expect(marksLeftOut(terms)).toEqual([])
    expect(sanitizedTerms('<h1>Título</h1><center>meio</center>')).toBe('<h2>Título</h2>meio')
    expect(marksLeftOut('<h1>Título</h1><center>meio</center><img src=x>')).toEqual([
      'center',
      'img',
    ])
  })
})

describe('the page of the terms', async () => {
  const world = await createWorld()
  const served = (id: string) => world.app.inject({ url: `/terms/${id}` })

  test('the page of the terms is sanitised again when served, and its policy allows no script [D11 T14]', async () => {
    // Unsanitised terms in the database, as from an older release.
    const custom_terms_html = `<h2>Regras</h2>${xssPayloads.join('')}`.replaceAll(/\p{Cc}/gu, '')
    const padaria = await world.createCompany('padaria', {
      program_name: 'Pão & "Prosa"',
      legal: { custom_terms_html: '<h2>Regras</h2><p>Junte pontos.</p>' },
    })
    const { statusCode, headers, body } = await served(padaria.id)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    )
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
    expect(body).toContain('<h1>Termos de uso</h1>\n<h2>Regras</h2><p>Junte pontos.</p>')
    expect(body).toContain('<title>Termos de uso · Pão &#38; &#34;Prosa&#34;</title>')

    const vila = await world.createCompany('vila', { legal: { custom_terms_html } })
    const [, main] = /<main>(.*)<\/main>/s.exec((await served(vila.id)).body)!
    expect(main!.replace('<h1>Termos de uso</h1>', '')).toMatch(harmless)
  })

  test('GET /company/{id} has the URL of the company’s own terms, or null without such terms [D11]', async () => {
    const rua = await world.createCompany('rua', { legal: { custom_terms_html: '<p>Oi</p>' } })
    const company = async (id: string) =>
      (await world.call('GET /company/{id}', { params: { id } })).body
    expect(await company(rua.id)).toMatchObject({
      legal: { custom_terms_html: '<p>Oi</p>', custom_terms_url: `/terms/${rua.id}` },
    })
    expect(await company(world.posto.id)).toMatchObject({
      legal: { custom_terms_html: null, custom_terms_url: null },
    })
    for (const id of [world.posto.id, '00000000-0000-7000-8000-000000000000', 'x', '%00']) {
      expect((await served(id)).statusCode).toBe(404)
    }
  })
})
