import { expect, test } from 'vitest'

import { read, source } from './source.ts'

const styles = source.filter((file) => file.endsWith('.css'))

test('a hover style is in @media (hover: hover), because a touch screen keeps it after the touch', () => {
  const outside = styles.filter((file) => {
    const withoutMedia = read(file).replaceAll(
      /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g,
      '',
    )
    return withoutMedia.includes(':hover')
  })
  expect(styles.length).toBeGreaterThan(50)
  expect(outside).toEqual([])
})
