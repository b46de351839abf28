/**
 * `npm run load -- --customers 1000000 --records 20000000 --companies 4` fills the database of DATA_FOLDER or DATABASE_URL
 * with a generated history, for benchmarks at scale (`npm run bench -- --data FOLDER`). The audit accepts the result
 * like a real history.
 */

import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import { connect, dataFolder, isDemo, reason } from '#database/connect.ts'

import { scriptOptions } from '../scripts/command-line.ts'
import { fill } from './fill.ts'

const values = await scriptOptions('load', 'Fills the database with a generated history', {
  customers: { type: 'string', default: '1000000', description: 'Customers of all companies' },
  records: { type: 'string', default: '20000000', description: 'Records of points' },
  companies: { type: 'string', default: '4', description: 'Companies' },
})

try {
  const { pool, ownerUrl, stop } = await connect({ migratesDemo: true })
  const size = {
    customers: Number(values.customers),
    records: Number(values.records),
    companies: Number(values.companies),
  }
  try {
    const secret = await openSealed(pool, await readSecrets(dataFolder, isDemo))
    if (!ownerUrl)
      throw new Error('DATABASE_OWNER_URL is missing: only the owner can drop and create indexes.')
    await fill(ownerUrl, secret, size, console.log)
  } finally {
    await stop()
  }
} catch (error) {
  console.error(reason(error))
  process.exitCode = 1
}
