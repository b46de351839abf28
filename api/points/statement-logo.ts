/** The company's logo for the head of a PDF. */

import { fitted } from '#api/company/fitted-picture.ts'
import { companyImage } from '#api/company/image.ts'
import { companyById } from '#api/company/lookup.ts'
import { isDark, parse } from '#contract/brand/colour.ts'
import { brandColours } from '#contract/brand/theme.ts'
import type { Database } from '#database/sql.ts'

/** Points of 1/72 inch. */
export const logoBox = { width: 150, height: 40 } as const
/** Pixels of a point: 216 dots per inch, enough for a printer. */
const sharpness = 3

/** `plate`: a dark background for a logo that was made for a dark page; null: the logo stands on white paper. */
export type StatementLogo = { png: Buffer; plate: string | null }

/** Null for a logo that cannot be drawn: the statement names the company in words too. */
export async function statementLogo(
  database: Database,
  company_id: string,
): Promise<StatementLogo | null> {
  const { company } = (await companyById(database, company_id))!
  const picture = await companyImage(database, company_id, company.logo_url.split('/').at(-1)!)
  const page = brandColours(company).light['page']!
  const png = await fitted(
    picture!.content,
    logoBox.width * sharpness,
    logoBox.height * sharpness,
    'right',
  )
    .then((image) => image.png().toBuffer())
    // Browsers draw some SVGs that sharp cannot read, so applying a company accepts them.
    .catch(() => null)
  return png && { png, plate: isDark(parse(page)) ? page : null }
}
