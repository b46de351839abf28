import { apiWithoutPrompt } from '#console/client/api.ts'
import { forgetUnsentValues } from '#console/form/unsent-values.ts'
import { paths } from '#console/path/paths.ts'

/** Ends the session and loads the sign-in anew, so that nothing of the person is left in the page. */
export async function signOut(): Promise<void> {
  // Without an answer the session ends by itself, 30 minutes after its last call.
  await apiWithoutPrompt('DELETE /admin/session').catch(() => undefined)
  forgetUnsentValues(sessionStorage)
  window.location.replace(paths['sign-in'])
}
