/** Takes heads and proves them, for tests. */

import { headSigner } from '#api/head/head-signer.ts'
import type { RecordHead } from '#contract/head/head.ts'
import type { Database } from '#database/sql.ts'
import { storeHeadKey } from '#engine/head/head-key.ts'
import { proveHead, uncoveredRecords } from '#engine/head/prove-head.ts'
import { takeHead } from '#engine/head/take-head.ts'

import type { TestCompany, World } from './world.ts'

/** The world's clock begins on 2026-11-20. At this instant that day has ended in São Paulo for 11 minutes. */
export const dayAfter = '2026-11-21T03:11:00Z'

export async function headsOf({ database, secret, now }: World) {
  const signer = headSigner(secret)
  await storeHeadKey(database, signer.publicKey, now())

  /** The head of the next day of the company that has ended at `at`; null: nothing is due. Two customers fit in one page. */
  function take(company: TestCompany, at: string = dayAfter): Promise<RecordHead | null> {
    const announce = async () => undefined
    return takeHead(database, company.id, new Date(at), { signer, announce, pageSize: 2 })
  }

  async function taken(company: TestCompany, at?: string): Promise<RecordHead> {
    const head = await take(company, at)
    if (!head) throw new Error('nothing was due')
    return head
  }

  /** 'proven', with the number of records that came after the head; or the fault. */
  async function verdict(
    { hash }: Pick<RecordHead, 'hash'>,
    connection: Database = database,
  ): Promise<string> {
    const proof = await proveHead(connection, hash, 2)
    if (!proof.isProven) return proof.fault
    const { records } = await uncoveredRecords(connection, proof.head, 2)
    return records === 0 ? 'proven' : `proven, ${records} added`
  }

  return { signer, take, taken, verdict }
}
