import { api } from '#portal/client/api.ts'
import { privacyText } from '#portal/text/privacy.ts'
import { saveFile } from '#ui/save-file.ts'

/** Throws RequestFailure. */
export async function downloadPersonalData(): Promise<void> {
  const answer = await api('GET /customer/data')
  saveFile(await new Response(answer).blob(), privacyText.fileName)
}
