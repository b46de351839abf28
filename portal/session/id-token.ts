/** The bearer of a call: our own token as it is, the identity provider's renewed in time (R3.6). */

type Claims = { sub: string; auth_time: number; exp: number }

/** What an ID token says, for this browser's own use: whether it is true is for the server to judge. Null: a token of ours. */
export function idTokenClaims(token: string): Claims | null {
  const claims = token.split('.')[1]
  return claims ? JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) : null
}

/** A token that has less than this left would run out on its way. */
const margin_s = 60

export function isToRenew(token: string, now: Date): boolean {
  const claims = idTokenClaims(token)
  return claims !== null && claims.exp - margin_s < now.getTime() / 1000
}
