/** R12.2: where the club takes a person in. One without an email is known by the code alone. */
export function clubAddress(frontend_url: string, code: string, email: string | null): string {
  const query = new URLSearchParams({ code, ...(email !== null && { email }) })
  return `${frontend_url.replace(/\/+$/, '')}/login-integration?${query}`
}
