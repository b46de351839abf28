/** The policies of a browser with Trusted Types. */

import { beforeEach, expect, test, vi } from 'vitest'

type Rules = {
  createHTML?: (markup: string) => string
  createScriptURL?: (address: string) => string | null
}

const policies = new Map<string, Rules>()

async function openBrowser(factory?: object) {
  vi.resetModules()
  vi.stubGlobal('trustedTypes', factory)
  return import('./trusted.ts')
}
/** A fake of the browser's factory: like the real one, it accepts each policy name only once. */
const factory = {
  createPolicy: (name: string, rules: Rules) => {
    if (policies.has(name)) throw new TypeError(`the policy ${name} exists`)
    policies.set(name, rules)
    return rules
  },
}
beforeEach(() => policies.clear())

const drawing = '<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'

test('trustedDrawing returns a drawing as markup', async () => {
  const { trustedDrawing } = await openBrowser(factory)
  expect(trustedDrawing(drawing)).toBe(drawing)
  expect(trustedDrawing(`\n ${drawing}`)).toContain('<path')
})

test.each([
  '<img src=x onerror=alert(1)>',
  'text <svg></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><SCRIPT>alert(1)</SCRIPT></svg>',
  '<svg onload=alert(1)></svg>',
  '<svg><path OnClick = "alert(1)"/></svg>',
  '<svg><foreignObject><b>x</b></foreignObject></svg>',
  '<svgx></svgx>',
])('trustedDrawing throws for %s', async (markup) => {
  const { trustedDrawing } = await openBrowser(factory)
  expect(() => trustedDrawing(markup)).toThrow('only a drawing becomes markup')
})

test('the policy accepts no script address except that of the service worker', async () => {
  const { serviceWorkerAddress } = await openBrowser(factory)
  expect(serviceWorkerAddress()).toBe('/sw.js')
  expect(() => policies.get('fiel')!.createScriptURL!('/other.js')).toThrow('only the service')
})

test('third-party code loads scripts only from the allowed addresses, through one default policy', async () => {
  const { allowScriptsFrom } = await openBrowser(factory)
  expect(policies.has('default')).toBe(false)
  allowScriptsFrom('https://a.example/')
  allowScriptsFrom('https://b.example/one', 'https://c.example/')
  const { createHTML, createScriptURL } = policies.get('default')!
  for (const address of ['https://a.example/x.js', 'https://b.example/one.js']) {
    expect(createScriptURL!(address)).toBe(address)
  }
  for (const address of ['https://b.example/two.js', 'https://a.example.evil/', '//a.example/']) {
    expect(createScriptURL!(address)).toBeNull()
  }
  // Text never becomes markup by the default policy.
  expect(createHTML).toBeUndefined()
})

test('in a browser without Trusted Types all values are plain strings', async () => {
  const { allowScriptsFrom, serviceWorkerAddress, trustedDrawing } = await openBrowser()
  allowScriptsFrom('https://a.example/')
  expect(trustedDrawing(drawing)).toBe(drawing)
  expect(serviceWorkerAddress()).toBe('/sw.js')
})
