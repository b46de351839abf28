/** The cookie of a staff member's session (D15). */

import { isLocalHost, staffCookieAt } from '#contract/console/staff.ts'

/** The parts of a call that a new cookie needs. `host`: of the request's address. */
export type CookieCall = { host: string; header: (name: string, value: string) => void }

/**
 * Gives the browser the token of a session. The cookie has no Domain, so the browser sends it to this host alone. It has no
 * Max-Age, so it ends with the browser. The server ends the session by itself.
 */
export function setCookie(call: CookieCall, token: string): void {
  call.header('set-cookie', `${staffCookieAt(call.host)}=${token}; ${attributesFor(call.host)}`)
}

export function clearCookie(call: CookieCall): void {
  call.header('set-cookie', `${staffCookieAt(call.host)}=; ${attributesFor(call.host)}; Max-Age=0`)
}

function attributesFor(host: string): string {
  return `Path=/; HttpOnly; SameSite=Strict${isLocalHost(host) ? '' : '; Secure'}`
}
