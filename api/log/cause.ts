/** What may be logged of an error: not its own words. */
export function causeOf(error: unknown): { name: string; code: string | undefined } {
  const { name, code } = error as { name: string; code?: string }
  return { name, code }
}
