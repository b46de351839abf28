/** The secret of a mailed link: '#token=…'. In the fragment, which no server and no log sees. */
export function linkToken(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('token')
}
