/** ID tokens as this browser sees them (R3.6): whose they are and how long they last. */

type Claims = { sub: string; auth_time: number; exp: number }

/** What an ID token says, for this browser's own use: whether it is true is for the server to judge. Null: a token of ours. */
export function idTokenClaims(token: string): Claims | null {
  const claims = token.split('.')[1]
  if (!claims) return null
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    // A cookie that somebody has written by hand: the server will say that it is none.
    return null
  }
}

/** A token that has less than this left would run out on its way. */
const margin_s = 60

export function isToRenew(token: string, now: Date): boolean {
  const claims = idTokenClaims(token)
  return claims !== null && claims.exp - margin_s < now.getTime() / 1000
}

/** One person and one act of signing in: renewals change neither. */
export function isSameSignIn(token: string, other: string): boolean {
  const [claims, others] = [idTokenClaims(token), idTokenClaims(other)]
  return claims?.sub === others?.sub && claims?.auth_time === others?.auth_time
}
