/** Parallel guesses of an authorisation's code, at several nodes: at most five are compared with it (T5). */

import { setTimeout as sleep } from 'node:timers/promises'

import pLimit from 'p-limit'

import { halves } from '#api/testing/models/halves.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { limits } from '#contract/limits.ts'
import { type Database, row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { type Node, openDatabase, type ProofDatabase, startNode } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import { attempt, type Sent } from '../traffic/attempt.ts'
import type { Answer } from '../traffic/journal.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import { openShop, type Person } from '../traffic/shop.ts'
import { counterTarget, type Target, tillTarget } from './target.ts'

const nodes = 2
/** Guesses at the counter hold a connection each while they wait for the customer's lock. */
const connections = 48
const size = { customers: 10, tills: 5, cashiers: 5, desks: 0, codes: 1 }
const guessesOfOne = 100
/** Attempts of a call that prepares an intention: a busy machine may answer 503. */
const maxAttempts = 5
/** With 1,000 guesses at once a node answers some with 503. They are sent again for this long, few at once. */
const answerLimit_ms = 60_000
const retry_ms = 100
const concurrentRetries = 8

export const guesses: Proof = {
  name: 'guesses',
  title: 'Parallel guesses of an authorisation’s code: at most 5 are compared with it',
  unit: 'guesses',
  full: 10_000,
  cells: {
    required: ['till', 'counter'].flatMap((caller) => [
      `${caller} · compared`,
      `${caller} · refused after the fifth`,
    ]),
    impossible: {},
  },
  open: () => openGuesses(),
}

/** `spoil` gets the database before the nodes start: a test breaks a promise there. */
export async function openGuesses(
  spoil?: (database: ProofDatabase) => Promise<void>,
): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const database = await openDatabase()
  opening.defer(database.close)
  await spoil?.(database)
  const started: Node[] = []
  for (let n = 0; n < nodes; n += 1) {
    const node = await startNode(database, { url: database.url, connections })
    opening.defer(node.close)
    started.push(node)
  }
  const opened = opening.move()
  return {
    chunk: (seed) => chunk({ database, started }, seed),
    close: () => opened.disposeAsync(),
  }
}

type Opened = { database: ProofDatabase; started: Node[] }

/** One intention for each customer of a new company, half of them at the counter; all are guessed at once. */
async function chunk({ database, started }: Opened, seed: number): Promise<Chunk> {
  const { sealed } = database
  const shop = await openShop(sealed, size)
  const random = randomFrom(seed)
  const badAnswers: string[] = []
  const send = (call: Sent, at = 0) =>
    attempt({ address: () => started[at % nodes]!.address, badAnswers }, call)
  const opened: Opening[] = []
  for (const [at, customer] of shop.customers.entries()) {
    const target = at % 2 ? counterTarget(shop, at) : tillTarget(shop, at)
    opened.push(await open(send, customer, target))
  }
  const chunk: Chunk = { steps: 0, wrongs: [], reached: {} }
  const limit = pLimit(concurrentRetries)
  /** Sends a guess until it has an answer. After an answer that no node may give, the chunk is wrong and nothing is sent again. */
  const sendGuess: Send = async (call, at) => {
    const first = await send(call, at)
    if (first) return first
    return limit(async () => {
      const deadline = performance.now() + answerLimit_ms
      while (badAnswers.length === 0) {
        const answer = await send(call, at)
        if (answer) return answer
        if (performance.now() > deadline) badAnswers.push(`no answer to ${call.path}`)
        await sleep(retry_ms)
      }
      return undefined
    })
  }
  const guessed = opened.map((opening) => guess(sealed.database, sendGuess, opening, chunk, random))
  chunk.wrongs.push(...(await Promise.all(guessed)).flat(), ...badAnswers)
  for (const { defects } of started) chunk.wrongs.push(...defects.splice(0))
  chunk.wrongs.push(...(await halves(sealed.database, shop.company_id)))
  const { differences } = await audit(sealed.database, new Date(), { company_id: shop.company_id })
  chunk.wrongs.push(...differences.map(({ reason }) => reason))
  return chunk
}

/** `at`: the number of the node. */
type Send = (call: Sent, at?: number) => Promise<Answer | undefined>
type Opening = { customer: Person; target: Target; id: string; code: string }

/** The customer earns points, a shop asks for some, and the phone shows the code. */
async function open(send: Send, customer: Person, target: Target): Promise<Opening> {
  await answerOf(send, target.sale(customer))
  const { id } = (await answerOf(send, target.open(customer))).body as TillIntention
  const { headers } = customer
  const poll = { method: 'GET', path: 'points/intention', headers, body: null }
  const { code } = (await answerOf(send, poll)).body as Intention
  return { customer, target, id, code: code! }
}

async function answerOf(send: Send, call: Sent): Promise<Answer> {
  for (let times = 0; times < maxAttempts; times += 1) {
    const answer = await send(call)
    if (answer) return answer
  }
  throw new Error(`no answer to ${call.method} ${call.path}`)
}

/** Returns the broken promises of one intention. */
async function guess(
  database: Database,
  send: Send,
  { customer, target, id, code }: Opening,
  chunk: Chunk,
  random: Random,
): Promise<string[]> {
  const { caller, capture } = target
  const isRightAmong = random.fraction() < 0.2
  const tried = codesToTry(code, isRightAmong, random)
  const heard = outcomesOf(await Promise.all(tried.map((one, at) => send(capture(id, one), at))))
  const late = await send(capture(id, code))
  chunk.steps += heard.wrong + heard.captured + heard.over
  count(chunk, `${caller} · compared`, heard.wrong)
  count(chunk, `${caller} · refused after the fifth`, heard.over)
  const stored = await row<{ wrong_codes: number; status: string }>(
    database,
    sql`select wrong_codes, status
          from intention
         where company_id = ${customer.headers['company-id']} and id = ${id}`,
  )
  return wrongsOf(`${caller}, intention ${id}`, heard, late, stored!)
}

/** Different codes in random order. `isRightAmong`: one of them is the right one. */
function codesToTry(right: string, isRightAmong: boolean, random: Random): string[] {
  const codes = new Set<string>()
  while (codes.size < guessesOfOne) {
    const code = String(random.integer(0, 999_999)).padStart(6, '0')
    if (code !== right) codes.add(code)
  }
  const list = [...codes]
  if (isRightAmong) list[random.integer(0, list.length - 1)] = right
  return list
}

type Heard = { wrong: number; captured: number; over: number }

/** 'over': refused without a comparison. A guess without an answer is none of the three. */
function outcomesOf(answers: (Answer | undefined)[]): Heard {
  const types = answers.flatMap((answer) => (answer ? [typeOf(answer)] : []))
  const countOf = (type: string) => types.filter((one) => one === type).length
  return {
    wrong: countOf('wrong_code'),
    captured: countOf('captured'),
    over: countOf('intention_over'),
  }
}

function typeOf({ status, body }: Answer): string {
  return status < 300 ? 'captured' : (body as ErrorBody).data.type
}

/** `late`: the answer to the right code after all guesses. */
function wrongsOf(
  what: string,
  { wrong, captured }: Heard,
  late: Answer | undefined,
  stored: { wrong_codes: number; status: string },
): string[] {
  // The guesses after a capture get its answer, and are compared with nothing.
  const compared = Math.max(wrong, stored.wrong_codes) + Math.min(captured, 1)
  const isOver = stored.status === (captured > 0 ? 'CAPTURED' : 'CANCELLED')
  const isOpened = captured === 0 && late !== undefined && late.status < 300
  return [
    ...(compared > limits.max_wrong_codes ? [`${what}: ${compared} guesses were compared`] : []),
    ...(isOver ? [] : [`${what}: after ${wrong} wrong codes its status is ${stored.status}`]),
    ...(isOpened ? [`${what}: the right code captures after ${wrong} wrong ones`] : []),
  ]
}

function count({ reached }: Chunk, cell: string, times: number): void {
  reached[cell] = (reached[cell] ?? 0) + times
}
