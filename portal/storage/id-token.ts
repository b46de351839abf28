/** ID tokens as the browser reads them (R3.6): their person and their expiry. */

type Claims = { sub: string; auth_time: number; exp: number }

/** An ID token's claims, unverified: only the server checks the signature. Null for one of Fiel's own tokens. */
export function idTokenClaims(token: string): Claims | null {
  const claims = token.split('.')[1]
  if (!claims) return null
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    // The cookie does not hold a valid token, because someone edited it. The server will reject it.
    return null
  }
}

/** A token with less time left could expire before it reaches the server. */
const margin_s = 60

export function isToRenew(token: string, now: Date): boolean {
  const claims = idTokenClaims(token)
  return claims !== null && claims.exp - margin_s < now.getTime() / 1000
}

/** The same person and the same sign-in: a renewal changes neither. */
export function isSameSignIn(token: string, other: string): boolean {
  const [claims, others] = [idTokenClaims(token), idTokenClaims(other)]
  return claims?.sub === others?.sub && claims?.auth_time === others?.auth_time
}
