/** What a person at the customer desk of the console does (D15): adjustments, reversals, blocks, corrections, merges. */

import { randomUUID } from 'node:crypto'

import type { CountedSale } from '#contract/console/counter.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import type { Merged } from '#contract/console/merge.ts'

import { type Client, send } from './client.ts'
import { type Earlier, earlierOf, idOf, idsOf } from './earlier.ts'
import type { Call, StaffVerb } from './journal.ts'
import type { Desk } from './shop.ts'

export type DeskClient = Client &
  Desk & {
    isBlocked: boolean
    /** The open merge of the pair. */
    merge_id: string | null
    adjustments: string[]
  }

/** The earlier calls say whether the second account is blocked or merged. */
export function deskClient(client: Client, desk: Desk, earlier: Earlier): DeskClient {
  const [staying, absorbed] = desk.pair
  const entries = earlierOf(earlier, desk.headers)
  const done = entries.filter(({ answer }) => answer && answer.status < 300)
  const lastOf = (id: string, ...verbs: StaffVerb[]) =>
    done.findLast(({ call }) => verbs.some((verb) => verb === call.verb) && call.path.includes(id))
  const merge = lastOf(staying.id, 'merge')?.answer?.body as Merged | undefined
  const isUndone = entries.some(
    ({ call }) => call.verb === 'undo_merge' && call.path.includes(merge?.id ?? '-'),
  )
  return {
    ...client,
    ...desk,
    isBlocked: lastOf(absorbed.id, 'block', 'unblock')?.call.verb === 'block',
    merge_id: merge && !isUndone ? merge.id : null,
    adjustments: idsOf(earlier, desk.headers, { adjust: idOf }),
  }
}

export const deskActions: ((client: DeskClient) => Promise<void>)[] = [
  adjust,
  undoAdjustment,
  undoAdjustment,
  reverse,
  reverse,
  blockOrUnblock,
  blockOrUnblock,
  correct,
  correct,
  mergeOrUndo,
  mergeOrUndo,
]

async function adjust(client: DeskClient): Promise<void> {
  const { random, shop, pair } = client
  const { id } = random.pick([...shop.customers, pair[0]])
  const points_amount = random.pick([1, -1]) * random.integer(1, 30)
  const { status, body } = await send(
    client,
    desk(client, 'adjust', `customer/${id}/adjustment`, {
      points_amount,
      reason: 'Cortesia',
      key: randomUUID(),
    }),
  )
  if (status === 201) client.adjustments.push((body as AdjustedPoints).id)
}

async function undoAdjustment(client: DeskClient): Promise<void> {
  const id = client.adjustments.pop()
  if (id) await send(client, desk(client, 'undo_adjustment', `adjustment/${id}/undo`))
}

/** A sale at the counter, and its reversal at the desk. */
async function reverse(client: DeskClient): Promise<void> {
  const { random, shop } = client
  const sold = await send(
    client,
    desk(client, 'counter_sale', 'counter/sale', {
      shop: shop.name,
      customer: { id: random.pick(shop.customers).id },
      purchase_value: random.integer(200, 20_000),
      external_id: randomUUID(),
    }),
  )
  if (sold.status !== 201) return
  const { id } = sold.body as CountedSale
  const isPart = random.fraction() < 0.5
  await send(
    client,
    desk(client, 'desk_reverse', `points/${id}/reverse`, {
      ...(isPart && { returned_value: 100 }),
      reason: 'mistake',
      key: randomUUID(),
    }),
  )
}

/** Alternates, so that each acknowledged call has one entry in the audit log: a repeat has none. */
async function blockOrUnblock(client: DeskClient): Promise<void> {
  const [, { id }] = client.pair
  // An account that is merged cannot be blocked.
  if (client.merge_id !== null) return
  const path = `customer/${id}/block`
  const call = client.isBlocked
    ? { ...desk(client, 'unblock', path), method: 'DELETE' as const }
    : desk(client, 'block', path, { reason: 'fraud' })
  const { status } = await send(client, call)
  if (status === 204) client.isBlocked = !client.isBlocked
}

/** A new name each time, so that the call changes something. */
async function correct(client: DeskClient): Promise<void> {
  if (client.merge_id !== null) return
  const [, { id }] = client.pair
  const surname = randomUUID().replaceAll(/[^a-f]/g, '')
  const body = { name: `Ana Prado ${surname}`, proof: 'photo_id' }
  await send(client, desk(client, 'correct', `customer/${id}/correction`, body))
}

async function mergeOrUndo(client: DeskClient): Promise<void> {
  const [staying, absorbed] = client.pair
  if (client.merge_id !== null) {
    const call = desk(client, 'undo_merge', `merge/${client.merge_id}/undo`)
    if ((await send(client, call)).status === 201) client.merge_id = null
    return
  }
  const body = { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() }
  const merged = await send(client, desk(client, 'merge', `customer/${staying.id}/merge`, body))
  if (merged.status === 201) client.merge_id = (merged.body as Merged).id
}

function desk(
  { headers }: DeskClient,
  verb: StaffVerb,
  path: string,
  body: object | null = null,
): Call {
  return { verb, method: 'POST', path: `admin/${path}`, headers, body }
}
