/** The public origin of a company's portal: https, except for .localhost names, which are this server. */
export function originOf(hostname: string, localPort: number): string {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocal ? `http://${hostname}:${localPort}` : `https://${hostname}`
}
