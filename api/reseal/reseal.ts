/**
 * Moves everything to the first secret of FIEL_SECRET while nodes run, and retires the others (docs/decisions/
 * 028-rotated-secret.md). It may be stopped and started again at any time.
 */

import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { otherSealers } from '#api/secret/other-sealers.ts'
import {
  closeOthers,
  haveEnded,
  haveRetired,
  newestTransaction,
  retireOthers,
  sealingSince,
  storeHashKeys,
} from '#api/secret/retire.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'

import { countOthers, type Pass, sealAll } from './pass.ts'
import { sealedStores } from './stores.ts'

/** A later pass finds rows that were locked, or that a node has sealed since with another first secret. More would not help. */
const maxPasses = 10
/** The longest use of the older secret: by links to unsubscribe, and by member codes of phones that were offline. */
const graceDays = 30

type Options = {
  database: Pool
  secret: ServerSecret
  print: (line: string) => void
  now: Date
  batchSize?: number
  /** How long `reseal` looks for nodes with another first secret, and how long it waits for transactions to end. */
  watch_ms?: number
  wait_ms?: number
}

/** Retires all secrets but the first. Returns whether it did; if not, it has printed the reason. */
export async function reseal({ batchSize = 500, ...options }: Options): Promise<boolean> {
  const { database, secret, print, now } = options
  const stores = sealedStores(database, secret)
  const pass: Pass = { database, stores, batchSize, failures: new Map() }
  const left = await countOthers(pass)
  const list = left.map(({ store, count }) => `${figure(count)} ${store}`).join(', ')
  print(left.length === 0 ? 'Everything is sealed with the first secret.' : `To seal: ${list}.`)
  await storeHashKeys(database, secret)
  if (!(await sealedUntilNothingIsLeft(pass, print))) return false
  const addresses = await addressesOfOtherSealers(options)
  if (addresses.length > 0) {
    print(
      `A process still has another first secret (${addresses.join(', ')}): put the new one first in its FIEL_SECRET, restart it, and run this again.`,
    )
    return false
  }
  await closeOthers(database, secret, now)
  if (!(await olderTransactionsHaveEnded(options))) {
    print('A transaction stays open: run this again later.')
    return false
  }
  if (!(await sealedUntilNothingIsLeft(pass, print))) return false
  if (pass.failures.size > 0) {
    for (const { store, company_id, key, reason } of pass.failures.values()) {
      print(`Not sealed: ${key} of ${store} of company ${company_id}: ${reason}.`)
    }
    print(`${figure(pass.failures.size)} values still need another secret: keep it in FIEL_SECRET.`)
    return false
  }
  await retireOthers(database, secret, now)
  await printEnd(options)
  return true
}

/** Makes passes until a pass finds no row to seal again. Prints the progress. */
async function sealedUntilNothingIsLeft(
  pass: Pass,
  print: (line: string) => void,
): Promise<boolean> {
  const counts = new Map<string, number>()
  let printed = performance.now()
  for (let n = 1; n <= maxPasses; n += 1) {
    const found = await sealAll(pass, ({ store, count }) => {
      counts.set(store, (counts.get(store) ?? 0) + count)
      if (performance.now() - printed < 2_000) return
      printed = performance.now()
      print(`Sealed so far: ${total(counts)}.`)
    })
    if (found === 0) {
      if (counts.size > 0) print(`Sealed: ${total(counts)}.`)
      return true
    }
    // Rows that another transaction has locked are free again in a moment.
    if (n > 1) await sleep(500)
  }
  print(`Sealed: ${total(counts)}.`)
  const left = await countOthers(pass)
  print(
    `Left: ${left.map(({ store, count }) => `${figure(count)} ${store}`).join(', ')}. A node still seals with another secret: put the new one first in its FIEL_SECRET, restart it, and run this again.`,
  )
  return false
}

async function addressesOfOtherSealers({ database, watch_ms = 5_000 }: Options): Promise<string[]> {
  const ends = performance.now() + watch_ms
  const addresses = new Set<string>()
  do {
    for (const address of await otherSealers(database)) addresses.add(address)
    await sleep(Math.min(250, watch_ms))
  } while (performance.now() < ends && addresses.size === 0)
  return [...addresses]
}

/** Waits for the transactions that may still commit a value with another seal. */
async function olderTransactionsHaveEnded({
  database,
  wait_ms = 60_000,
}: Options): Promise<boolean> {
  const newest = await newestTransaction(database)
  const ends = performance.now() + wait_ms
  while (!(await haveEnded(database, newest))) {
    if (performance.now() > ends) return false
    await sleep(100)
  }
  return true
}

async function printEnd({ database, secret, print }: Options): Promise<void> {
  if (secret.others.length === 0) return
  if (!(await haveRetired(database, secret.others))) {
    print('The other secrets have never been first: there is nothing to replace.')
    return
  }
  const until = new Date((await sealingSince(database, secret)).getTime() + graceDays * 86_400_000)
  print(
    `Nothing that is stored needs the other secrets. Remove them from FIEL_SECRET after ${until.toISOString().slice(0, 10)}: until then links in mails and phones that were offline may need them. Remove one that was leaked now.`,
  )
}

function total(counts: Map<string, number>): string {
  return [...counts].map(([store, count]) => `${figure(count)} ${store}`).join(', ')
}

function figure(count: number): string {
  return count.toLocaleString('en')
}
