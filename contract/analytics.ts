/** Where a company may measure what people do (R1.12), and where nobody may look on (T14). */

/**
 * The only screens that a third party's script may be on. A list of what is allowed, so that a screen that is forgotten is
 * one that is not measured: never where a password, an authorisation, a redemption or personal data are given, nor where a
 * link's secret is in the address.
 */
const measured_paths: ReadonlySet<string> = new Set([
  '/fidelidade/resumo',
  '/historico',
  '/store',
  '/promo',
  '/niveis',
  '/perguntas-frequentes',
])

/** A path as it stands, without its query. */
export function isMeasured(path: string): boolean {
  return measured_paths.has(path)
}
