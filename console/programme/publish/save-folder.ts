import { api } from '#console/client/api.ts'
import { company } from '#console/company/company.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { draftText } from '#console/text/draft.ts'
import { saveFile } from '#ui/save-file.ts'

/** Saves the company's folder as a ZIP. Throws RequestFailure. */
export async function saveFolder(): Promise<void> {
  saveFile((await api('GET /admin/programme/folder')) as Blob, `${company.slug}.zip`)
  toast(draftText.folderSaved)
}
