/** Chooses the next call about a customer: a new command, or an earlier one again. */

import { randomUUID } from 'node:crypto'

import type { Random } from '../traffic/random.ts'
import { programme } from './account.ts'
import type { Call, Knowledge, SeenIntention } from './knowledge.ts'
import type { Command, Verb } from './operation.ts'

/** How often the verbs come, relative to each other. */
const weights: Record<Verb, number> = {
  earn: 13,
  open: 13,
  confirm: 7,
  decline: 5,
  cancel: 5,
  capture: 18,
  redeem: 11,
  withdraw: 6,
  give_back: 7,
  return: 7,
  undo: 9,
  activate: 6,
  balance: 8,
  account: 5,
  intention: 12,
  history: 3,
}
const bag = Object.entries(weights).flatMap(([verb, weight]) =>
  Array.from({ length: weight }, () => verb as Verb),
)

/** Of 100 calls, those that repeat an earlier one; of 100 repeats, those with another body. */
const repeats = 16
const altered = 30
/** Of 100 repeats, those of one of these verbs: a customer has few such calls, and few repeats come without a call beside them. */
const rareShare = 30
const rare: Verb[] = ['undo', 'undo', 'capture', 'withdraw', 'give_back']

/** `client`: the index of the till that the client is, among `tills`. */
export function nextCall(
  random: Random,
  knowledge: Knowledge,
  client: number,
  tills: number,
): Call {
  const isRepeat = knowledge.calls.length > 0 && random.integer(1, 100) <= repeats
  if (isRepeat) return repeated(random, earlierCall(random, knowledge))
  const verb = random.pick(bag)
  const till = `till ${random.integer(1, 3) === 1 ? random.integer(0, tills - 1) : client}`
  return choices[verb](random, knowledge, till) ?? choices.earn(random, knowledge, till)!
}

/** Each verb that can be repeated comes equally often, apart from the rare ones. */
function earlierCall(random: Random, { calls }: Knowledge): Call {
  if (random.integer(1, 100) <= rareShare) {
    const wanted = random.pick(rare)
    const last = calls.findLast(({ command }) => command.verb === wanted)
    if (last) return last
  }
  const verbs = new Set(calls.map(({ command }) => command.verb))
  const verb = random.pick([...verbs])
  return random.pick(calls.filter(({ command }) => command.verb === verb))
}

function repeated(random: Random, call: Call): Call {
  const isAltered = random.integer(1, 100) <= altered
  return { ...call, command: isAltered ? otherwise(call.command) : call.command, isRepeat: true }
}

/** The command with other data, where the client can send other data with the same number or key. */
function otherwise(command: Command): Command {
  switch (command.verb) {
    case 'earn':
      return { ...command, centavos: command.centavos + 100 }
    case 'open':
      return { ...command, points: command.points + 1 }
    case 'return':
      return { ...command, centavos: command.centavos === null ? 100 : null }
    case 'redeem':
      return { ...command, products: command.products.map(([prize, n]) => [prize, n + 1]) }
    case 'capture':
      return { ...command, points: command.points === null ? 1 : null }
    default:
      return command
  }
}

type Choose = (random: Random, knowledge: Knowledge, till: string) => Call | null

/** Null: the clients know nothing yet that the command could name. */
const choices: Record<Verb, Choose> = {
  earn: (random, _, till) => {
    const centavos = random.integer(50, 12_000)
    const waits = random.integer(1, 12) === 1
    return keyed(random, till, { verb: 'earn', external_id: randomUUID(), centavos, waits })
  },
  open: (random, _, till) => {
    const points = random.integer(1, 10) === 1 ? 5_000 : random.integer(1, 60)
    // A shop that was declined may ask only once more (T6), so each intention is of another shop.
    const shop = `Loja ${randomUUID()}`
    return keyed(random, till, { verb: 'open', external_id: randomUUID(), points, shop })
  },
  confirm: (random, knowledge) => ofIntention(random, knowledge, 'confirm'),
  decline: (random, knowledge) => ofIntention(random, knowledge, 'decline'),
  cancel: (random, knowledge) => ofIntention(random, knowledge, 'cancel'),
  capture: (random, knowledge) => {
    const intention = recent(random, knowledge.intentions)
    if (!intention) return null
    const points = random.integer(1, 4) === 1 ? random.integer(1, 70) : null
    const code = codeFor(random, knowledge, intention)
    const command = { verb: 'capture', intention: intention.id, code, points } as const
    return keyed(random, intention.till, command)
  },
  redeem: (random) => {
    const prizes = programme.prizes.keys().filter(() => random.integer(1, 3) === 1)
    const chosen = [...prizes].map((prize): [number, number] => [prize, random.integer(1, 3)])
    const products = chosen.length > 0 ? chosen : [[0, 1] as [number, number]]
    return keyed(random, 'customer', { verb: 'redeem', products })
  },
  withdraw: (random, knowledge, till) => ofVoucher(random, knowledge, till, 'withdraw'),
  give_back: (random, knowledge, till) => ofVoucher(random, knowledge, till, 'give_back'),
  return: (random, knowledge, till) => {
    const record = recent(random, knowledge.purchases)
    if (record === undefined) return null
    const centavos = random.integer(0, 1) ? null : random.integer(1, 9_000)
    return keyed(random, till, { verb: 'return', record, external_id: randomUUID(), centavos })
  },
  undo: (random, knowledge, till) => {
    const record = recent(random, knowledge.captures)
    if (record === undefined) return null
    const isPart = random.integer(1, 4) === 1
    return keyed(random, till, { verb: 'undo', record, external_id: randomUUID(), isPart })
  },
  activate: (random) => {
    const promotion = random.pick(Object.keys(programme.promotions))
    return keyed(random, 'customer', { verb: 'activate', promotion })
  },
  balance: () => bare('customer', { verb: 'balance' }),
  account: () => bare('customer', { verb: 'account' }),
  intention: () => bare('customer', { verb: 'intention' }),
  history: () => bare('customer', { verb: 'history' }),
}

/** Half of the calls that can have a key have one. */
function keyed(random: Random, caller: string, command: Command): Call {
  const key = random.integer(0, 1) ? randomUUID() : null
  return { caller, key, command, isRepeat: false }
}

function bare(caller: string, command: Command): Call {
  return { caller, key: null, command, isRepeat: false }
}

function ofIntention(random: Random, knowledge: Knowledge, verb: 'confirm' | 'decline' | 'cancel') {
  const intention = recent(random, knowledge.intentions)
  if (!intention) return null
  return bare(verb === 'cancel' ? intention.till : 'customer', { verb, intention: intention.id })
}

function ofVoucher(
  random: Random,
  knowledge: Knowledge,
  till: string,
  verb: 'withdraw' | 'give_back',
) {
  const voucher = recent(random, knowledge.vouchers)
  return voucher === undefined ? null : keyed(random, till, { verb, voucher })
}

/** The right digits, wrong ones or none. Only the customer's phone shows the right ones. */
function codeFor(random: Random, knowledge: Knowledge, { id }: SeenIntention) {
  const digits = knowledge.codes.get(id)
  const choice = random.integer(1, 10)
  if (digits === undefined || choice <= 3) return null
  if (choice > 5) return { digits, isRight: true }
  return { digits: String((Number(digits) + 1) % 1_000_000).padStart(6, '0'), isRight: false }
}

/** Mostly one of the last two, because commands on what has ended are refused. */
function recent<Item>(random: Random, list: Item[]): Item | undefined {
  const from = random.integer(1, 4) === 1 ? 0 : Math.max(list.length - 2, 0)
  return list.length === 0 ? undefined : list[random.integer(from, list.length - 1)]
}
