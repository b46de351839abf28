/** The data that server and portal may send to an error-reporting service (R13.2, D12): how code failed, no personal data. */

/**
 * A message or a path without what could name a person: quoted text, addresses, queries, tokens, ids and every long number (CPF,
 * CNPJ, phone, CEP, card). Too much is taken rather than too little.
 */
export function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/"[^"]*"?|“[^”]*”?/g, '"…"')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '[email]')
    .replaceAll(/[?#]\S+/g, '?…')
    .replaceAll(/[\w-]{20,}(\.[\w-]+)*/g, '[id]')
    .replaceAll(/\b[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/?[A-Z\d]{4}-?\d{2}\b/g, '[number]')
    .replaceAll(/\+?\d(?:[\s()./-]*\d){4,}/g, '[number]')
    .slice(0, maxLength)
}

const maxLength = 300

/** Where reports go: Sentry's address of a project. Throws an Error of one sentence. */
export function dsnOrigin(dsn: string): string {
  const url = URL.parse(dsn)
  if (!url?.username || !/^https?:$/.test(url.protocol) || !/\/\d+$/.test(url.pathname)) {
    throw new Error('The DSN is none: write it as Sentry shows it, https://key@host/project.')
  }
  return url.origin
}
