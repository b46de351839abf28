import { describe, expect, test } from 'vitest'

import { files, read, source } from './source.ts'

describe('text', () => {
  test('no file has a TODO, a switched-off check of lint or compiler, or a skipped test', () => {
    const promises =
      /\b(TODO|FIXME|HACK|XXX)\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable|\.(skip|only|todo)\(/
    expect(source.filter((file) => promises.test(read(file)))).toEqual([])
  })

  test('Portuguese is only in contract/, companies/, and texts of portal, console, mails, API and till', () => {
    const portuguese = /['"`>][^'"`<]*[ãõçáéíóúâêôà][^'"`<]*['"`<]/i
    // The demo prints the café's name.
    const exceptions = new Set(['demo/prepare.ts'])
    const elsewhere = source.filter(
      (file) =>
        /^(api|console|demo|portal|ui)\//.test(file) &&
        !/\.test\.ts$|\.sql$|^(portal|console)\/text\/|^api\/(mail|reference)\/((portal-)?field-)?text\.ts$|^api\/notification\/message\/notice-text\.ts$|^api\/(import|merge|review|staff|programme)\/sentences\.ts$|^demo\/till\/text\.ts$|^api\/testing\//.test(
          file,
        ) &&
        portuguese.test(read(file)),
    )
    expect(elsewhere.filter((file) => !exceptions.has(file))).toEqual([])
  })

  test('points and money are said to `vencer`, all else to `expirar`; rewards have one set of words', () => {
    const texts = files.filter((file) =>
      /^((portal|console)\/text|contract|demo\/till|companies)\/.*\.(ts|yaml)$|^api\/mail\/.*text\.ts$/.test(
        file,
      ),
    )
    const wrong = [
      /\b(pontos?|saldo|crédito)\b[^'`.\n]*\bexpir/i,
      /\b(vouchers?|pedido|link|código|sessão)\b[^'`.\n]*\bvenc/i,
      // Not resgatar: points are exchanged (trocar) for a prize, and its voucher is withdrawn (retirar).
      /\bresgat/i,
    ]
    const found = texts.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => wrong.some((words) => words.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('a sentence that names prizes has the forms of the company’s word, and its gender', () => {
    const texts = source.filter((file) => /^(portal\/text|contract)\/.*(?<!\.test)\.ts$/.test(file))
    const sentences = texts.flatMap((file) =>
      [...read(file).matchAll(/prizeSentence\(\s*'([^']*)'/g)].map(([, sentence]) => sentence!),
    )
    expect(sentences.length).toBeGreaterThan(30)
    const braces = /\{(one|many|One|Many|\w*\|\w*)\}/g
    expect(sentences.filter((one) => /[{}]/.test(one.replaceAll(braces, '')))).toEqual([])
    const identifiers = texts.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => file.startsWith('portal/text/') && /prêmio/i.test(line)),
    )
    expect(identifiers).toEqual([])
  })

  test('no colour is written outside the theme and the tokens', () => {
    const colour = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i
    const styles = source.filter((file) => file.endsWith('.css') && !file.endsWith('/tokens.css'))
    expect(styles.filter((file) => colour.test(read(file)))).toEqual([])
  })
})
