import { api } from '#portal/client/api.ts'
import { saveFile } from '#portal/storage/save-file.ts'
import { privacyText } from '#portal/text/privacy.ts'

/** Throws RequestFailure. */
export async function downloadPersonalData(): Promise<void> {
  const answer = await api('GET /customer/data')
  saveFile(await new Response(answer).blob(), privacyText.fileName)
}
