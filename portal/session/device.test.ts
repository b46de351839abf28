import { expect, test } from 'vitest'

import { deviceName } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox, Windows',
  ],
  ['', 'Aparelho desconhecido'],
  [null, 'Aparelho desconhecido'],
  ['???', 'Aparelho desconhecido'],
])('the user agent %s is shown as %s [R4.3]', (user_agent, name) => {
  expect(deviceName(user_agent)).toBe(name)
})
