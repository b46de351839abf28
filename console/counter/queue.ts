/**
 * Sales that wait on this device for the server's answer. They are stored per company and person, and hold no more of the customer than
 * the sale needs. Each keeps its external_id, so a sale that is sent twice is recorded once, also by two tabs. Each is stored by
 * itself, so that a tab never writes over a sale that another tab has just added.
 */

import { ActionFailure } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import type { CounterPlace, CounterSale } from '#contract/console/counter.ts'
import type { ErrorCode } from '#contract/error.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

export type QueuedSale = CounterSale & {
  /** The instant of the sale. */
  at: string
  /** Why the server refused the sale. It stays until the person corrects or discards it. */
  failure?: string
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
export type Owner = { company_id: string; staff_id: string }

const prefix = 'fiel-caixa:'

export type SaleQueue = ReturnType<typeof saleQueue>

export function saleQueue(store: Store, { company_id, staff_id }: Owner) {
  const name = `${prefix}${company_id}:${staff_id}`
  const keyOf = (external_id: string) => `${name}:${external_id}`

  function find(external_id: string): QueuedSale | undefined {
    const text = store.getItem(keyOf(external_id))
    return text === null ? undefined : (JSON.parse(text) as QueuedSale)
  }
  /** The oldest sale first. */
  function read(): QueuedSale[] {
    return Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
      .filter((key) => key.startsWith(`${name}:`))
      .flatMap((key) => find(key.slice(name.length + 1)) ?? [])
      .toSorted((one, other) => one.at.localeCompare(other.at))
  }
  function put(sale: QueuedSale): void {
    store.setItem(keyOf(sale.external_id), JSON.stringify(sale))
  }
  function drop(external_id: string): void {
    store.removeItem(keyOf(external_id))
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    name,
    /** The same text is the same queue. */
    text: () => JSON.stringify(read()),
    read,
    find,
    /** Throws ActionFailure if the device does not store the sale. */
    add: (sale: QueuedSale) => {
      try {
        put(sale)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        throw new ActionFailure(counterText.notKept)
      }
      tell()
    },
    remove: (external_id: string) => {
      drop(external_id)
      tell()
    },
    /** Changes a sale, unless it was discarded meanwhile. The new one may have another id. */
    replace: (external_id: string, sale: QueuedSale) => {
      if (!find(external_id)) return
      put(sale)
      if (sale.external_id !== external_id) drop(external_id)
      tell()
    },
    clear: () => {
      for (const sale of read()) drop(sale.external_id)
      tell()
    },
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
 * Sends a sale, or keeps it in the queue if the server has not decided (`isForLater`). It keeps its id, because the server may have
 * recorded it: a new id would record it twice. Undefined: it waits in the queue. Throws RequestFailure for a refusal, and as `add`.
 */
export async function sellOrKeep<Answer>(
  queue: Pick<SaleQueue, 'add'>,
  sale: CounterSale,
  send: (sale: CounterSale) => Promise<Answer>,
  now: () => Date = () => new Date(),
): Promise<Answer | undefined> {
  try {
    return await send(sale)
  } catch (error) {
    if (!(error instanceof RequestFailure) || !isForLater(error)) throw error
    queue.add({ ...sale, at: now().toISOString() })
    return undefined
  }
}

/**
 * Sends the waiting sales in their order, each once. A refused sale stays with its sentence. A sale that the server fails at waits, and
 * so do the later ones of its customer: the defect may be in this sale alone. Without an answer, or if the server is busy or the session
 * has ended, the rest waits. Returns the number of recorded sales.
 */
export async function sendQueue(
  queue: SaleQueue,
  send: (sale: CounterSale) => Promise<unknown>,
): Promise<number> {
  let sent = 0
  const heldBack = new Set<string>()
  for (const { external_id } of queue.read()) {
    // The person may have discarded it while an earlier one was sent.
    const queued = queue.find(external_id)
    if (!queued || queued.failure !== undefined) continue
    const { at: _at, failure: _failure, ...sale } = queued
    const customer = JSON.stringify(sale.customer)
    if (heldBack.has(customer)) continue
    try {
      await send(sale)
      queue.remove(external_id)
      sent += 1
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (error.type === internal) heldBack.add(customer)
      else if (isForLater(error)) return sent
      else queue.replace(external_id, { ...queued, failure: sentenceOf(error) })
    }
  }
  return sent
}

const internal: ErrorCode = 'internal'

/** Refusals of the session or of the company, which say nothing about the sale. */
const ofNoSale: ReadonlySet<string> = new Set<ErrorCode>([
  'unauthenticated',
  'second_factor_required',
  'company_unavailable',
  'timeout',
])

/**
 * Whether the same sale must be sent later: its outcome is unknown, or the server will accept it then. A database or a node that fails
 * after the commit, and a proxy without a node, answer 5xx for a sale that may be recorded.
 */
function isForLater({ status, type }: RequestFailure): boolean {
  return status === null || status === 401 || status === 429 || status >= 500 || ofNoSale.has(type)
}

/** The screen's shop, and the shops and rules of today. */
export type Place = Pick<CounterPlace, 'shops' | 'rules'> & { shop: string }

/**
 * The refused sale as the server may accept it. Nothing was recorded under its id, so it gets a new one. A shop that the person may not
 * work in any more gives way to the shop of the screen, and a rule that is not valid today to the first one of today.
 */
export function correctedSale(
  { failure: _failure, ...sale }: QueuedSale,
  changes: Pick<CounterSale, 'customer' | 'purchase_value' | 'external_id'>,
  place: Place,
): QueuedSale {
  const { calculation_rule_id: rule } = sale
  const hasRule = place.rules.some(({ id, key }) => rule === id || rule === key)
  return {
    ...sale,
    ...changes,
    shop: place.shops.includes(sale.shop) ? sale.shop : place.shop,
    calculation_rule_id: hasRule ? rule : undefined,
  }
}

function sentenceOf({ fields, message }: RequestFailure): string {
  return Object.values(fields)[0]?.[0] ?? message
}
