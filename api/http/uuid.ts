const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Of what comes in an address or a header: PostgreSQL answers a text that is none with an error, not with no row. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
