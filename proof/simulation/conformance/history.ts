/** A random history of commands for both sides, with repeats, wrong codes and time that passes. */

import { fingerprintOf } from '#api/http/idempotency.ts'
import { codeKeys, intentionCode } from '#api/intention/code.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { bytes, type Command } from '#engine/command.ts'
import type { Outcome } from '#engine/result.ts'

import { shop } from '../disk/facts.ts'
import { Chance } from '../time/chance.ts'
import type { Pair, TwoSides } from './two-sides.ts'

const secret = oneSecret(Buffer.alloc(32, 'fiel'))

/** A command that names rows by their ids of one side. */
type Made = (side: keyof Pair) => Command
type Named = { command: Made; now: Date }

/** A request for points, with its customer and its till. */
type Asked = Pair & { points_amount: number; document: string; key_hash: string }

/** The outcomes of one step on both sides, in a form that can be compared. */
export type Step = { verb: string; real: unknown; model: unknown }

export class CommandHistory {
  readonly #sides: TwoSides
  readonly #chance: Chance
  readonly #purchases: Pair[] = []
  readonly #uses: Pair[] = []
  readonly #intentions: Asked[] = []
  readonly #sent: Named[] = []
  /** The number of each id of a side, in the order in which they are seen. */
  readonly #numbers = { real: new Map<string, number>(), model: new Map<string, number>() }
  #now_ms: number

  constructor(sides: TwoSides, seed: number) {
    this.#sides = sides
    this.#chance = new Chance(seed)
    this.#now_ms = sides.began_ms
  }

  async step(): Promise<Step> {
    const chance = this.#chance
    if (chance.is(0.2)) this.#now_ms += chance.one([1_000, 1_000, 5_000, 61_000])
    if (chance.is(0.01)) this.#now_ms += 700_000
    const isRepeat = this.#sent.length > 0 && chance.is(0.15)
    const made = isRepeat
      ? { ...chance.one(this.#sent), now: new Date(this.#now_ms) }
      : { command: this.#command(), now: new Date(this.#now_ms) }
    this.#sent.push(made)
    const { real, model, company, onModel } = this.#sides
    const realCommand = made.command('real')
    const expected = await real.engine.apply(company.id, realCommand, made.now)
    const modelCommand = made.command('model')
    const got = await onModel(model.engine.apply(company.id, modelCommand, made.now))
    this.#learn(realCommand, expected, got)
    return {
      verb: realCommand.verb,
      real: this.#shown('real', expected),
      model: this.#shown('model', got),
    }
  }

  #command(): Made {
    const chance = this.#chance
    const acts = [
      () => this.#sale(),
      () => this.#sale(),
      () => this.#return(),
      () => this.#open(),
      () => this.#capture(),
      () => this.#capture(),
      () => this.#redeem(),
    ]
    // These take no key.
    if (chance.is(0.2)) return this.#answer()
    const made = chance.one(acts)()
    if (!chance.is(0.5)) return made
    const key = chance.uuid()
    // The hash stands for the whole request.
    const key_fingerprint = bytes(fingerprintOf('key', null, { key }))
    return (side) => ({ ...made(side), key, key_fingerprint })
  }

  #till() {
    const { hash } = this.#mostly(this.#sides.facts.keys)
    return { key_hash: `\\x${hash}`, scope: 'points', address: null }
  }

  #sale(): Made {
    const { document } = this.#chance.one(this.#sides.facts.people)
    const purchase_value = this.#chance.one([0, 50, 100, 1_234, 9_999].slice(1))
    const external_id = this.#chance.is(0.1) ? 'always' : this.#chance.uuid()
    const fingerprint = bytes(
      fingerprintOf('sale', null, { document, purchase_value, external_id }),
    )
    const sale = {
      verb: 'earn' as const,
      ...this.#till(),
      document,
      purchase_value,
      points_value: 0,
    }
    return () => ({
      ...sale,
      external_id,
      subsidiary_name: shop,
      subsidiary_key: shop,
      fingerprint,
    })
  }

  #return(): Made {
    const chance = this.#chance
    const rows = chance.is(0.7) ? this.#purchases : this.#uses
    if (rows.length === 0) return this.#sale()
    const record = chance.one(rows)
    const external_id = chance.is(0.1) ? 'return' : chance.uuid()
    const part = chance.is(0.4) ? { returned_value: chance.one([1, 50, 617, 20_000]) } : {}
    const fingerprint = bytes(fingerprintOf('return', null, { at: rows.indexOf(record), ...part }))
    const till = this.#till()
    return (side) => ({
      verb: 'return',
      ...till,
      record_id: record[side],
      ...part,
      external_id,
      fingerprint,
    })
  }

  #open(): Made {
    const chance = this.#chance
    const { document } = this.#mostly(this.#sides.facts.people)
    const external_id = chance.is(0.1) ? 'request' : chance.uuid()
    const points_amount = chance.one([1, 2, 3, 4, 500])
    const purchase_value = chance.one([3, 1_000])
    const fingerprint = bytes(fingerprintOf('open', null, { document, points_amount, external_id }))
    const till = this.#till()
    return () => ({
      verb: 'open',
      ...till,
      document,
      purchase_value,
      points_amount,
      external_id,
      subsidiary_name: shop,
      subsidiary_key: shop,
      fingerprint,
    })
  }

  /** With a right or a wrong code, or none; for all points or some. */
  #capture(): Made {
    const chance = this.#chance
    if (this.#intentions.length === 0) return this.#open()
    const intention = this.#recent()
    const kind = chance.one(['right', 'wrong', 'none'])
    const amount = chance.is(0.3) ? { points_amount: chance.one([1, 2, 600]) } : {}
    const till = { ...this.#till(), ...(chance.is(0.9) && { key_hash: intention.key_hash }) }
    const company_id = this.#sides.company.id
    return (side) => {
      const id = intention[side]
      const { points_amount } = intention
      const right = intentionCode(secret, { company_id, id, points_amount, subsidiary_name: shop })
      const code =
        kind === 'right' ? right : String((Number(right) + 1) % 1_000_000).padStart(6, '0')
      return {
        verb: 'capture',
        ...till,
        intention_id: id,
        ...codeKeys(secret, company_id, id),
        ...(kind !== 'none' && { code }),
        ...amount,
      }
    }
  }

  /** The customer confirms or declines, the till cancels, or the job expires. */
  #answer(): Made {
    if (this.#intentions.length === 0) return this.#open()
    const intention = this.#recent()
    const verb = this.#chance.one(['confirm', 'decline', 'cancel', 'cancel', 'expire'] as const)
    const { facts, company } = this.#sides
    const isOwn = this.#chance.is(0.9)
    const person = facts.byDocument.get(`${company.id} ${intention.document}`)!
    const caller_id = isOwn ? person.id : this.#chance.one(facts.people).id
    const key = facts.byKey.get(intention.key_hash)!
    const partner_key_id = isOwn ? key.id : this.#chance.one(facts.keys).id
    const by = {
      confirm: { caller_id },
      decline: { caller_id },
      cancel: { partner_key_id },
      expire: {},
    }
    return (side) => ({ verb, ...by[verb], intention_id: intention[side] })
  }

  /** The first one, or rarely another. The limits count by customer and key. */
  #mostly<Of>(list: Of[]): Of {
    return this.#chance.is(0.85) ? list[0]! : this.#chance.one(list)
  }

  #recent(): Asked {
    return this.#chance.one(this.#intentions.slice(-2))
  }

  #redeem(): Made {
    const chance = this.#chance
    const { people, prizes } = this.#sides.facts
    const { token_hash, document } = chance.one(people)
    const quantity = chance.one([1, 2, 20])
    // New ones for each call, as the server makes them.
    const newCodes = () =>
      Array.from({ length: quantity }, () => ({
        code_key: bytes(chance.bytes(16)),
        sealed_code: bytes(Buffer.concat([Buffer.of(1), chance.bytes(40)])),
      }))
    const isOther = chance.is(0.1)
    return () => ({
      verb: 'redeem',
      token_hash: bytes(token_hash),
      document: isOther ? people.find((one) => one.document !== document)!.document : document,
      products: [{ prize_id: prizes[0]!.id, quantity }],
      codes: newCodes(),
    })
  }

  /** Notes the ids of new rows. */
  #learn(command: Command, real: Outcome<unknown>, model: Outcome<unknown>): void {
    if (real.error !== null || model.error !== null) return
    const [one, other] = [real.result, model.result] as { id: string; record_id?: string }[]
    const pair = { real: one!.id, model: other!.id }
    if (command.verb === 'earn') this.#purchases.push(pair)
    else if (command.verb === 'open') {
      const { points_amount, document } = command
      const { key_hash } = command as { key_hash: string }
      this.#intentions.push({
        ...pair,
        points_amount: points_amount!,
        document: document!,
        key_hash,
      })
    } else if (command.verb === 'capture') {
      this.#uses.push({ real: one!.record_id!, model: other!.record_id! })
    }
  }

  #shown(side: keyof Pair, { error, details, result, isReplay, isStored }: Outcome<unknown>) {
    return { error, details, isReplay, isStored, result: this.#withoutIds(side, result) }
  }

  /** Ids become numbers, instants milliseconds, and what the model leaves out is left out. */
  #withoutIds(side: keyof Pair, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#withoutIds(side, one))
    if (typeof value === 'string') {
      if (/^[\da-f]{8}-[\da-f-]{27}$/.test(value)) return this.#numberOf(side, value)
      return /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value
    }
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).filter(([name]) => !leftOut.has(name))
    return Object.fromEntries(
      fields
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, of]) => [name, this.#withoutIds(side, of)]),
    )
  }

  #numberOf(side: keyof Pair, id: string): string {
    const numbers = this.#numbers[side]
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return `id ${number}`
  }
}

/** The model has no calculation, and its prizes have a name only. */
const leftOut = new Set(['calculation', 'prize', 'sealed_code'])
