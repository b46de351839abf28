/**
 * The only values that may become markup or a script's address in a browser with Trusted Types. The page's policy
 * (api/page/page-policy.ts) blocks every other value, so text from a person or a company cannot.
 */

/** The part of https://w3c.github.io/trusted-types/ that we use; TypeScript's library lacks it. */
type Rules = {
  createHTML?: (markup: string) => string
  createScriptURL?: (address: string) => string | null
}
type Policy = {
  createHTML: (markup: string) => TrustedHTML
  createScriptURL: (address: string) => object
}
type Factory = { createPolicy: (name: string, rules: Rules) => Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

const serviceWorker = '/sw.js'

const policy = factory?.createPolicy('fiel', {
  createHTML(markup) {
    if (!/^\s*<svg[\s>]/.test(markup) || /<script|<foreignObject|\son\w+\s*=/i.test(markup)) {
      throw new Error('only a drawing becomes markup')
    }
    return markup
  },
  createScriptURL(address) {
    if (address !== serviceWorker) throw new Error('only the service worker is loaded by name')
    return address
  },
})

/** Takes one of our own drawings, as built. */
export function trustedDrawing(svg: string): string | TrustedHTML {
  return policy?.createHTML(svg) ?? svg
}

/** The service worker's address in the type that `register` takes. */
export function serviceWorkerAddress(): string | object {
  return policy?.createScriptURL(serviceWorker) ?? serviceWorker
}

const allowed: string[] = []
let others: Policy | undefined

/**
 * Lets third-party code load scripts whose address begins with one of these. Such code passes plain strings, which only a
 * policy named `default` converts. The page's policy allows that name only for a company that uses such code.
 */
export function allowScriptsFrom(...beginnings: string[]): void {
  allowed.push(...beginnings)
  others ??= factory?.createPolicy('default', {
    createScriptURL: (address) =>
      allowed.some((beginning) => address.startsWith(beginning)) ? address : null,
  })
}
