const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Of what comes in an address or a header: PostgreSQL answers a text that is none with an error, not with no row. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** In small letters, with hyphens: a till's key names its company without them, and a header may have capitals. */
export function canonicalUuid(text: string): string {
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
