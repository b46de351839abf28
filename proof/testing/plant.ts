import pg from 'pg'

/** Breaks a promise inside a proof's database, as its owner. Statements of `alter system` have to come one by one. */
export async function plant(ownerUrl: string, ...statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=fiel' })
  await owner.connect()
  try {
    for (const statement of statements) await owner.query(statement)
  } finally {
    await owner.end()
  }
}
