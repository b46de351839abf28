import { describe, expect, test } from 'vitest'

import { isIos, pushState } from './push-state.ts'

const browser = { hasPush: true, isIos: false, permission: 'granted' } as const

describe('the state of pushes on this device', () => {
  test.each([
    [true, browser, 'subscribed'],
    [false, browser, 'possible'],
    [false, { ...browser, permission: 'default' }, 'possible'],
    // The permission was taken away after the subscription.
    [true, { ...browser, permission: 'default' }, 'possible'],
    [true, { ...browser, permission: 'denied' }, 'denied'],
    [false, { ...browser, hasPush: false }, 'unsupported'],
    [false, { ...browser, hasPush: false, isIos: true }, 'needs_install'],
    // Installed on the home screen.
    [false, { ...browser, isIos: true }, 'possible'],
  ] as const)(
    'with a subscription (%s) and the browser %j the state of pushes is %s [D21]',
    (isSubscribed, found, state) => {
      expect(pushState(isSubscribed, found)).toBe(state)
    },
  )

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Mozilla/5.0 (Linux; Android 15)', 5, false],
  ])(
    'whether the browser %s with %i touch points is iOS: %s [D21]',
    (userAgent, maxTouchPoints, expected) => {
      expect(isIos({ userAgent, maxTouchPoints })).toBe(expected)
    },
  )
})
