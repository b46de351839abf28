/** The public origin of a company's portal: https, except for .localhost names, which are this server. */
export function originOf(hostname: string, local_port: number): string {
  const is_local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return is_local ? `http://${hostname}:${local_port}` : `https://${hostname}`
}
