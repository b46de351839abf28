/** The URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** The standard error of a command, without the lines that name its database. */
export function withoutDatabase(stderr: string): string {
  return stderr.replace(/^Database \S+ at \S+ as \S+\.\n/gm, '')
}
