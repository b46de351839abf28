/** The screens on which a company's analytics may run (R1.12, T14). */

/**
 * The only screens on which a third party's script may run. An allow-list, so a forgotten screen is not measured. It holds no
 * screen for passwords, authorisations, redemptions or personal data, and none with a link's secret in the URL.
 */
const measuredPaths: ReadonlySet<string> = new Set([
  '/fidelidade/resumo',
  '/historico',
  '/store',
  '/promo',
  '/niveis',
  '/perguntas-frequentes',
])

/** Whether a tag manager may run on this screen. `path` must match exactly: no query, no id. */
export function isMeasured(path: string): boolean {
  return measuredPaths.has(path)
}
