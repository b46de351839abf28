/** The URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** What a command printed to standard error, without the lines that name its database. */
export function withoutDatabase(stderr: string): string {
  return stderr.replace(/^Database \S+ at \S+ as \S+\.\n/gm, '')
}
