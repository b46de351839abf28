/** The parts of an error that may be logged. Its message may quote a person's data. */
export function causeOf(error: unknown): { name: string; code: string | undefined } {
  const { name, code } = error as { name: string; code?: string }
  return { name, code }
}
