import { expect, test } from 'vitest'

import { pictureName, pictureSource, pictureWidths } from './picture.ts'

test('the address of a picture holds its content’s hash and its size, which the image takes from it', () => {
  const url = `/images/1/${pictureName('abc', { width: 1200, height: 800 }, 'webp')}`
  expect(url).toBe('/images/1/abc-1200x800.webp')
  expect(pictureSource(url, '100vw')).toMatchObject({ src: url, width: '1200', height: '800' })
})

test('an image offers its own width and the stored widths below it', () => {
  const { srcSet } = pictureSource('/images/1/abc-1200x800.webp', '100vw')
  const url = '/images/1/abc-1200x800.webp'
  expect(srcSet!.split(', ')).toEqual([160, 480, 960, 1200].map((one) => `${url}?w=${one} ${one}w`))
})

test('a picture whose own width is a stored width offers it once', () => {
  for (const width of pictureWidths) {
    const { srcSet } = pictureSource(`/images/1/abc-${width}x10.png`, '50vw')
    const widths = srcSet!.split(', ').map((one) => Number(/ (\d+)w$/.exec(one)![1]))
    expect(widths).toEqual(pictureWidths.filter((one) => one <= width))
  }
})

test('a drawing keeps its size and has no other widths', () => {
  const url = `/images/1/${pictureName('abc', { width: 40, height: 20 }, 'svg')}`
  expect(pictureSource(url, '40px')).toEqual({ src: url, width: '40', height: '20' })
})

test('a picture without a size in its address is shown as it is', () => {
  const url = `/images/1/${pictureName('abc', null, 'png')}`
  expect(url).toBe('/images/1/abc.png')
  const source = pictureSource(url, '100vw')
  expect(source).toEqual({ src: url, width: undefined, height: undefined })
})
