/** The company as the page of its console holds it (D15). */

export type ConsoleCompany = {
  id: string
  slug: string
  name: string
  program_name: string
  logo_url: string
  logo_dark_url: string | null
  /** IANA name, as 'America/Sao_Paulo'. */
  time_zone: string
}

/** The id of the script element that holds it as JSON. */
export const consoleCompanyId = 'company'
