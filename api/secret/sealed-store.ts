import type { Database } from '#database/sql.ts'

/** Rows with sealed values. Their slice reads them and seals them again; `fiel reseal` decides when. */
export type SealedStore = {
  /** For the operator: 'vouchers'. */
  name: string
  /** At most `count` rows of a company by key, those after the key `after`. */
  page: (company_id: string, after: string | null, count: number) => Promise<SealedRow[]>
  /**
   * Seals rows with the first secret. Leaves rows that another transaction has locked, and never waits for one, so that it
   * cannot deadlock. Returns the number of rows.
   */
  sealAgain: (connection: Database, company_id: string, keys: string[]) => Promise<number>
}

type SealedRow = { key: string; is_current: boolean }
