import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isFiltered, prizesPath, tabs, viewOf } from './view.ts'

test('the store has the tabs all, free, favourites, to withdraw, withdrawn and expired [R9.1]', () => {
  expect(tabs).toEqual(['all', 'free', 'favorite', 'to_withdraw', 'withdrawn', 'expired'])
})

test.each([
  ['', { tab: 'all', order: 'store' }, '/store'],
  ['tab=free', { tab: 'free', order: 'store' }, '/store?tab=free'],
  [
    'tab=favorite&category=P%C3%A3es+e+bolos&min_value=10&max_value=200&order=-price',
    {
      tab: 'favorite',
      order: '-price',
      category: 'Pães e bolos',
      min_value: 10,
      max_value: 200,
    },
    '/store?tab=favorite&order=-price&category=P%C3%A3es+e+bolos&min_value=10&max_value=200',
  ],
  ['min_value=0', { tab: 'all', order: 'store', min_value: 0 }, '/store?min_value=0'],
  [
    'tab=to_withdraw&voucher=7',
    { tab: 'to_withdraw', order: 'store', voucher: '7' },
    '/store?tab=to_withdraw&voucher=7',
  ],
  [
    'tab=mine&order=random&category=&min_value=-1&max_value=1e3&voucher=',
    { tab: 'all', order: 'store' },
    '/store',
  ],
  ['max_value=12345678901', { tab: 'all', order: 'store' }, '/store'],
  ['min_value=1.5&x=1', { tab: 'all', order: 'store' }, '/store'],
] as const)('the query ?%s shows the view %j, whose address is %s [R9.1]', (search, view, path) => {
  expect(viewOf(search)).toEqual(view)
  expect(prizesPath(viewOf(search))).toBe(path)
})

test('any view is the same after it was written into an address and read back [R9.1]', () => {
  const names = fc.constantFrom('tab', 'order', 'category', 'min_value', 'max_value', 'voucher')
  const values = fc.oneof(fc.constantFrom(...tabs, 'price', '7', '0', ''), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
      const view = viewOf(new URLSearchParams(pairs).toString())
      expect(viewOf(prizesPath(view).split('?')[1] ?? '')).toEqual(view)
    }),
  )
})

test('isFiltered counts a category and a price as filters, but not an order [R9.1]', () => {
  expect(isFiltered(viewOf('order=price&tab=free'))).toBe(false)
  expect(isFiltered(viewOf('category=A'))).toBe(true)
  expect(isFiltered(viewOf('min_value=0'))).toBe(true)
  expect(isFiltered(viewOf('max_value=0'))).toBe(true)
})
