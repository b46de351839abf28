/** Concurrent clients: tills with their customers, people at the counter, and people at the customer desk. */

import type { Traffic } from './attempt.ts'
import { type Client, Unknown } from './client.ts'
import { counterActions, counterClient } from './counter.ts'
import { deskActions, deskClient } from './desk.ts'
import { byCaller, type Earlier } from './earlier.ts'
import { readJournal } from './journal.ts'
import { randomFrom } from './random.ts'
import { tillActions, tillClient } from './till.ts'

/**
 * Each client stops at its first call without an answer. All clients stop when `over` is aborted. Every call of an earlier load
 * must have its answer in the journal.
 */
export async function load(traffic: Traffic, seed: number, over: AbortSignal): Promise<void> {
  const earlier = byCaller(await readJournal(traffic.journal.path))
  await Promise.all(
    clientsOf(traffic, seed, earlier).map(async (act) => {
      try {
        while (!over.aborted) await act()
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
      }
    }),
  )
}

/** For each client the function that runs its next action. Throws Unknown at a call without an answer. */
export function clientsOf(
  traffic: Traffic,
  seed: number,
  earlier: Earlier,
): (() => Promise<void>)[] {
  const { keys, cashiers, desks } = traffic.shop
  let count = 0
  const client = () => ({ ...traffic, random: randomFrom(seed, (count += 1)) })
  return [
    ...keys.map((key) => actor(tillClient(client(), key, earlier), tillActions)),
    ...cashiers.map((headers) => actor(counterClient(client(), headers, earlier), counterActions)),
    ...desks.map((desk) => actor(deskClient(client(), desk, earlier), deskActions)),
  ]
}

function actor<Of extends Client>(
  client: Of,
  actions: readonly ((client: Of) => Promise<void>)[],
): () => Promise<void> {
  return () => client.random.pick(actions)(client)
}
