const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Checks a UUID from a URL or header. PostgreSQL answers malformed text with an error, not with an empty result. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** Lower case with hyphens: a partner's key names its company without hyphens, and a header may have capitals. */
export function canonicalUuid(text: string): string {
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
