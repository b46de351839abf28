import type { StatementPeriod } from '#contract/statement/statement.ts'
import { api } from '#portal/client/api.ts'
import { statementText } from '#portal/text/statement.ts'
import { saveFile } from '#ui/save-file.ts'

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
  saveFile(file, `${statementText.fileName(from, to)}.${format}`)
}
