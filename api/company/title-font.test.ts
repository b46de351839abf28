import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { openSync } from 'fontkit'
import { expect, test } from 'vitest'

import { fonts } from '#contract/brand/font.ts'

import { titleFontFile } from './title-font.ts'

const packages = join(import.meta.dirname, '../../node_modules/@fontsource')
const loaded = fonts.filter((font) => font !== 'system')

test('the title font "system" has no file, because it is the device’s own font', () => {
  expect(titleFontFile('system')).toBeNull()
})

test.each(loaded)(
  'the file of the font %s is that of its package and has all letters of Portuguese',
  async (font) => {
    const file = titleFontFile(font)!
    const name = basename(file)
    const original = join(packages, name.split('-latin')[0]!, 'files', name)
    expect(await readFile(file)).toEqual(await readFile(original))
    const drawn = openSync(file)
    const letters = Array.from('AÁÂÃÀÉÊÍÓÔÕÚÇaáâãàéêíóôõúç0123456789.,+-$…\u00A0')
    if (!('hasGlyphForCodePoint' in drawn)) throw new Error('a collection of fonts')
    expect(letters.filter((letter) => !drawn.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual(
      [],
    )
  },
)
