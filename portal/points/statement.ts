import type { StatementPeriod } from '#contract/statement.ts'
import { api } from '#portal/client/api.ts'
import { statementText } from '#portal/text/statement.ts'

/** Downloads the file. Throws RequestFailure. */
export async function downloadStatement(
  { from, to }: StatementPeriod,
  format: 'pdf' | 'csv',
): Promise<void> {
  const answer = await api('GET /points/statement/{format}', {
    params: { format },
    query: { from, to },
  })
  const file = await new Response(answer).blob()
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `${statementText.fileName(from, to)}.${format}`
  link.click()
  // The browser reads the file after the press; 60 s is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
