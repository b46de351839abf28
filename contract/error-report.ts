/** The data that server and portal may send to an error-reporting service (R13.2, D12): how code failed, no personal data. */

/** The origin of a Sentry DSN, to which reports are sent. Throws an Error whose message is one sentence. */
export function dsnOrigin(dsn: string): string {
  const url = URL.parse(dsn)
  if (!url?.username || !/^https?:$/.test(url.protocol) || !/\/\d+$/.test(url.pathname)) {
    throw new Error('The DSN is none: write it as Sentry shows it, https://key@host/project.')
  }
  return url.origin
}
