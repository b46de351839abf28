import type { QueryClient } from '@tanstack/react-query'

import { write } from '#portal/client/write.ts'

import { forgetAcceptance } from './cookies.ts'

/** Withdraws the agreement. Not in cookies.ts, because the login loads that file and needs no table of stale reads. */
export async function withdrawCookies(client: QueryClient, user_id: string): Promise<void> {
  await write(client, 'DELETE /customer/{user_id}/cookies-agreement', { params: { user_id } })
  forgetAcceptance()
}
