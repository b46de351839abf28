/** R12.2: the club's login address. A customer without an email is identified by the code alone. */
export function clubAddress(frontend_url: string, code: string, email: string | null): string {
  const query = new URLSearchParams({ code, ...(email !== null && { email }) })
  return `${frontend_url.replace(/\/+$/, '')}/login-integration?${query}`
}
