/** The URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
