/** Paths of the portal's screens, as browser and server both read them. */

const with_trailing_slash = /^(\/[\w-]+)+\/$/

/**
 * R2.6: '/store/' → '/store'. Any other path stays as it is, so that '//evil.example/' never becomes an address of another
 * host.
 */
export function canonicalPath(path: string): string {
  return with_trailing_slash.test(path) ? path.slice(0, -1) : path
}
