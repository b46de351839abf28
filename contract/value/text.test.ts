import { expect, test } from 'vitest'

import { text } from './text.ts'

test.each(['a\u0000b', 'Loja\u200b', '\u202eajoL', 'a\u2060', '\ufeff', '\u00ad', '\ud800'])(
  'text with a control or invisible character is refused: %j [D13]',
  (written) => {
    expect(text(1, 60).safeParse(`x${written}x`).error?.issues[0]?.message).toBe(
      'Há caracteres que não podem ser usados',
    )
  },
)

test.each(['Aurora Pinheiros', 'Ótica Íris', "D'Ávila & Cia. nº 1", '😀'])(
  'the text %s is accepted',
  (written) => {
    expect(text(1, 60).safeParse(written).success).toBe(true)
  },
)
