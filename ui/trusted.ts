/**
 * What may become markup or a script's address where the browser has Trusted Types: the page's policy
 * (api/page/page-policy.ts) lets nothing else, so that a text of a person or of a company never can.
 */

/** The part of https://w3c.github.io/trusted-types/ that we use, which TypeScript's library lacks. */
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

const service_worker = '/sw.js'

const ours = factory?.createPolicy('fiel', {
  createHTML(markup) {
    if (!/^\s*<svg[\s>]/.test(markup) || /<script|<foreignObject|\son\w+\s*=/i.test(markup)) {
      throw new Error('only a drawing becomes markup')
    }
    return markup
  },
  createScriptURL(address) {
    if (address !== service_worker) throw new Error('only the service worker is loaded by name')
    return address
  },
})

/** One of our own drawings, as it came with the build. */
export function trustedDrawing(svg: string): string | TrustedHTML {
  return ours?.createHTML(svg) ?? svg
}

/** The worker's address, as `register` takes it. */
export function serviceWorkerAddress(): string | object {
  return ours?.createScriptURL(service_worker) ?? service_worker
}

const allowed: string[] = []
let others: Policy | undefined

/**
 * Lets code that we did not write, and that knows no policy, load scripts whose address begins with one of these. The page's
 * policy names `default` only for a company that uses such code.
 */
export function allowScriptsFrom(...beginnings: string[]): void {
  allowed.push(...beginnings)
  others ??= factory?.createPolicy('default', {
    createScriptURL: (address) =>
      allowed.some((beginning) => address.startsWith(beginning)) ? address : null,
  })
}
