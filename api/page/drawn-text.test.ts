import { expect, test } from 'vitest'

import { drawnText } from './drawn-text.ts'

const style = { weight: 'bold', size: 50, color: '#123456' } as const
const box = { x: 10, y: 20, width: 480, maxLines: 3 }
const drawn = (text: string) => drawnText(text, box, style)
const outlines = (text: string) => drawn(text).svg.match(/<path/g)?.length ?? 0
const lines = (text: string) => drawn(text).height / (50 * 1.25)

test('text is drawn as one outline a letter, accents included, without letters that the font lacks', () => {
  expect(drawn('Açaí').svg).toContain('<g fill="#123456">')
  expect(outlines('Açaí')).toBe(4)
  expect(outlines('🎉Açaí')).toBe(4)
  expect(drawn('<b>').svg).not.toContain('<b>')
})

test('lines break between words; text is cut after the last line, and inside a word that is too wide', () => {
  expect(lines('Cada café')).toBe(1)
  expect(lines('Cada café conta muito para nós')).toBe(2)
  expect(lines('palavra '.repeat(40))).toBe(3)
  const word = 'x'.repeat(191)
  expect(lines(word)).toBe(1)
  expect(outlines(word)).toBeLessThan(25)
})
