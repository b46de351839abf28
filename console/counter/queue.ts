/**
 * Sales that wait on this device for the network. They are stored per company and person, and hold no more of the customer than
 * the sale needs. Each keeps its external_id, so a sale that is sent twice is recorded once, also by two tabs.
 */

import type { CounterSale } from '#contract/console/counter.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

export type QueuedSale = CounterSale & {
  /** The instant of the sale. */
  at: string
  /** Why the server refused the sale. It stays until the person corrects or discards it. */
  failure?: string
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Owner = { company_id: string; staff_id: string }

const prefix = 'fiel-caixa:'

export type SaleQueue = ReturnType<typeof saleQueue>

export function saleQueue(store: Store, { company_id, staff_id }: Owner) {
  const key = `${prefix}${company_id}:${staff_id}`
  const read = () => JSON.parse(store.getItem(key) ?? '[]') as QueuedSale[]
  const write = (sales: QueuedSale[]) => {
    if (sales.length === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify(sales))
    for (const tell of listeners) tell()
  }
  return {
    key,
    /** The stored text: the same text is the same queue. */
    text: () => store.getItem(key) ?? '[]',
    read,
    add: (sale: QueuedSale) => write([...read(), sale]),
    remove: (external_id: string) =>
      write(read().filter((sale) => sale.external_id !== external_id)),
    replace: (external_id: string, sale: QueuedSale) =>
      write(read().map((one) => (one.external_id === external_id ? sale : one))),
    clear: () => write([]),
  }
}

const listeners = new Set<() => void>()

/** Calls back when a queue of this tab or of another one changes. Returns the function that ends it. */
export function followQueues(tell: () => void): () => void {
  listeners.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}

/**
 * Sends the waiting sales in their order, each once. A refused sale stays with its sentence. Without an answer, or if the server is
 * busy or the session has ended, the rest waits. Returns the number of recorded sales.
 */
export async function sendQueue(
  queue: SaleQueue,
  send: (sale: CounterSale) => Promise<unknown>,
): Promise<number> {
  let sent = 0
  for (const { at: _at, failure, ...sale } of queue.read()) {
    if (failure !== undefined) continue
    try {
      await send(sale)
      queue.remove(sale.external_id)
      sent += 1
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (isForLater(error)) return sent
      queue.replace(sale.external_id, { ...sale, at: _at, failure: sentenceOf(error) })
    }
  }
  return sent
}

/** Whether the same sale may succeed later. */
function isForLater({ status }: RequestFailure): boolean {
  return status === null || status === 401 || status === 429 || status >= 500
}

function sentenceOf({ fields, message }: RequestFailure): string {
  return Object.values(fields)[0]?.[0] ?? message
}
