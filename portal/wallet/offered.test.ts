import { expect, test } from 'vitest'

import { offeredWallets } from './offered.ts'

const both = ['apple', 'google'] as const
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Mobile/15E148',
    5,
    ['apple'],
  ],
  ['an iPad, which calls itself a Mac', mac, 5, ['apple']],
  ['a Mac', mac, 0, ['apple', 'google']],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16) Chrome/153.0 Mobile', 5, ['google']],
  ['a Windows computer', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/153.0', 0, ['google']],
])('%s is offered the wallets that it can save to', (_, userAgent, maxTouchPoints, offered) => {
  expect(offeredWallets(both, { userAgent, maxTouchPoints })).toEqual(offered)
  expect(offeredWallets([], { userAgent, maxTouchPoints })).toEqual([])
})

test('a wallet for which the company has no credentials is not offered', () => {
  expect(offeredWallets(['apple'], { userAgent: 'Android', maxTouchPoints: 5 })).toEqual([])
  expect(offeredWallets(['google'], { userAgent: 'iPhone', maxTouchPoints: 5 })).toEqual([])
  expect(offeredWallets(['google'], { userAgent: mac, maxTouchPoints: 0 })).toEqual(['google'])
})
