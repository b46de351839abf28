/** Malformed bodies. */

import type { Random } from '../traffic/random.ts'

/** Of a call, unless its endpoint says otherwise. */
const maxBody_bytes = 100_000
/** A larger body is sent rarely, because its bytes take the time of a hundred other requests. */
const largeShare = 0.02

export const badBody = {
  json(random: Random, content: unknown): string {
    const text = JSON.stringify(content)
    return random.pick([
      '',
      ' ',
      '{',
      '}',
      'null',
      'true',
      '[]',
      '"texto"',
      '12',
      '\u0000',
      `\ufeff${text}`.slice(0, -1),
      text.slice(0, random.integer(1, text.length - 1)),
      `${text},`,
      `${text}${text}`,
      `[${text}]`,
      text.replaceAll('"', "'"),
      text.replace(':', '='),
      text.replace(/.$/, ',}'),
      text.replace(/:("[^"]*"|\d+)/, ':NaN'),
      text.replace(/:("[^"]*"|\d+)/, ':undefined'),
      text.replace(/:("[^"]*"|\d+)/, ':1e400'),
      text.replace(/:("[^"]*"|\d+)/, ':01'),
      text.replace(/:("[^"]*"|\d+)/, String.raw`:"\x"`),
      text.replace(/:("[^"]*"|\d+)/, String.raw`:"\ud8"`),
      text.replace(/:("[^"]*"|\d+)/, ':"\u0001"'),
      text.replace('{', '/* */{'),
      `<?xml version="1.0"?><a>${text}</a>`,
    ])
  },
  /** Undefined: the body has no field to repeat. */
  keys(random: Random, content: unknown): string | undefined {
    const text = JSON.stringify(content)
    const [first] = Object.entries(content as object)
    if (!first) return undefined
    const [name, value] = first as [string, unknown]
    const field = `${JSON.stringify(name)}:${JSON.stringify(value)}`
    const begun = (added: string) => `{${added},${text.slice(1)}`
    return begun(
      random.pick([
        field,
        `"__proto__":{"a":1}`,
        String.raw`"\u005f_proto__":{"isAdmin":true}`,
        `"constructor":{"prototype":{"a":1}}`,
        `"toString":1`,
        `"hasOwnProperty":null`,
        `"":1`,
        String.raw`"\u0000":1`,
        String.raw`"\ud800":1`,
        `"a.b.c":1`,
        `"0":1`,
        `"company_id":"x"`,
        `"login_type":"PRE"`,
        `"${'k'.repeat(5_000)}":1`,
        Array.from({ length: 2_000 }, (_, n) => `"k${n}":${n}`).join(','),
        `${field.slice(0, field.indexOf(':') + 1)}{"__proto__":null}`,
      ]),
    )
  },
  size(random: Random, limit = maxBody_bytes): string {
    if (random.fraction() < largeShare) return `{"a":"${'x'.repeat(limit)}"}`
    const depth = random.integer(100, 5_000)
    return random.pick([
      '['.repeat(depth),
      '['.repeat(depth) + ']'.repeat(depth),
      '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
      `[${'1,'.repeat(depth)}1]`,
      `{"a":${'9'.repeat(depth)}}`,
      `{"a":"${String.raw`\"`.repeat(depth)}"}`,
      `{"a":-0.${'0'.repeat(depth)}1e-${depth}}`,
    ])
  },
  encoding(random: Random, content: unknown): Buffer {
    const [before, after] = splitAtText(JSON.stringify(content))
    const bytes = random.pick([
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
    ])
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
  },
}

/** The body before and after the first character of its first text, or of its first name. */
function splitAtText(text: string): [string, string] {
  const at = /[:[]"/.exec(text)?.index ?? text.indexOf('"') - 1
  return [text.slice(0, at + 2), text.slice(at + 2)]
}
