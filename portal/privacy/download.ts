import { api } from '#portal/client/api.ts'
import { privacyText } from '#portal/text/privacy.ts'
import { saveFile } from '#ui/save-file.ts'

/** Downloads the person's data as a file. Throws RequestFailure. */
export async function downloadPersonalData(): Promise<void> {
  const answer = await api('GET /customer/data')
  saveFile(await new Response(answer).blob(), privacyText.fileName)
}
