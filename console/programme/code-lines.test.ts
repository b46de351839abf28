import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { maxCodes } from '#contract/programme/draft.ts'

import { codesOfText, sendCodes } from './code-lines.ts'

describe('the codes of a text', () => {
  test('are its lines without spaces around them, and empty lines keep their place [D15]', () => {
    expect(codesOfText('A1 \r\n\tB2\n\nC3\n\n', false)).toEqual(['A1', 'B2', '', 'C3'])
  })

  test.each(['Código', 'codigos', '"Code"', 'VOUCHER', 'cupom', 'Cupons'])(
    'do not begin with the heading %s [D15]',
    (heading) => {
      expect(codesOfText(`${heading}\nA1`, false)).toEqual(['', 'A1'])
      expect(codesOfText(`A1\n${heading}`, false)).toEqual(['A1', heading])
    },
  )

  test('keep a code that only begins like a heading [D15]', () => {
    expect(codesOfText('CODE-1', false)).toEqual(['CODE-1'])
  })

  test('keep commas where the text is no spreadsheet [D15]', () => {
    expect(codesOfText('A,1;2', false)).toEqual(['A,1;2'])
  })

  test('are the first column of a spreadsheet’s file, without its byte order mark [D15]', () => {
    const file = '\ufeffcódigo;validade\n"AB;1";2026\n"a ""b""",x\nC3\t1\nD4,2'
    expect(codesOfText(file, true)).toEqual(['', 'AB;1', 'a "b"', 'C3', 'D4'])
  })

  test('are none for an empty text [D15]', () => {
    expect(codesOfText('', true)).toEqual([])
    expect(codesOfText('\n\n', false)).toEqual([])
  })

  test('survive the way through a quoted spreadsheet [D15]', () => {
    // A code has visible characters alone; the first line may be a heading.
    const code = fc.stringMatching(/^[!-~]{1,20}$/)
    fc.assert(
      fc.property(fc.array(code), (codes) => {
        const file = ['código', ...codes.map((one) => `"${one.replaceAll('"', '""')}";1`)]
        expect(codesOfText(file.join('\r\n'), true)).toEqual(['', ...codes])
      }),
    )
  })
})

describe('the codes that are sent', () => {
  test('go in requests of the contract’s size, and refused lines have the text’s numbers [D15]', async () => {
    const lines = Array.from({ length: maxCodes + 2 }, (_, at) => `C${at}`)
    const sizes: number[] = []
    const result = await sendCodes(
      async ({ key, lines: part }) => {
        expect(key).toBe('cafe')
        sizes.push(part.length)
        const refused = [{ line: 2, sentence: 'Repetido' }]
        return { revision: sizes.length, added: part.length - 1, refused, refused_count: 1 }
      },
      'cafe',
      lines,
    )
    expect(sizes).toEqual([maxCodes, 2])
    expect(result).toEqual({
      added: maxCodes,
      refused: [
        { line: 2, sentence: 'Repetido' },
        { line: maxCodes + 2, sentence: 'Repetido' },
      ],
      refused_count: 2,
    })
  })

  test('stop at the first failed request [D15]', async () => {
    const failing = sendCodes(() => Promise.reject(new Error('Sem conexão')), 'cafe', ['A'])
    await expect(failing).rejects.toThrow('Sem conexão')
  })
})
