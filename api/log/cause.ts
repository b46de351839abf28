/** The parts of an error that may be logged, or of the error that caused it. A message may quote a person's data. */
export function causeOf(error: unknown): { name: string; code: string | undefined } {
  if (error instanceof Error && error.cause instanceof Error) return causeOf(error.cause)
  const { name, code } = error as { name: string; code?: string }
  return { name, code }
}
