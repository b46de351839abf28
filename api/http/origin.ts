/** A company's portal as the world reaches it: by TLS, save that a name that only this machine knows is this very server. */
export function originOf(hostname: string, local_port: number): string {
  const is_local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return is_local ? `http://${hostname}:${local_port}` : `https://${hostname}`
}
