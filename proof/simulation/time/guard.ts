/**
 * Forbids the machine's time, timers, chance and network while a schedule runs. Code that reaches them would run another way each
 * time, so it throws, and the schedule is wrong.
 */

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

let isGuarded = false
let isForbidden = false
/** What a schedule has used, although it must not. Some code swallows the error. */
const used = new Set<string>()

/** Runs `work` without the machine. Throws if the work has used it. The machine must be guarded. */
export async function withoutMachine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isGuarded) throw new Error('guardMachine() was not called')
  used.clear()
  isForbidden = true
  try {
    const result = await work()
    if (used.size > 0) throw new Error(`a schedule has used ${[...used].join(', ')}`)
    return result
  } finally {
    isForbidden = false
  }
}

/** What is forbidden: an object, its name in the report, and its functions. */
const forbidden: [owner: object, place: string, names: string[]][] = [
  [globalThis, '', ['setTimeout', 'setInterval', 'setImmediate', 'fetch']],
  [Math, 'Math.', ['random']],
  [performance, 'performance.', ['now']],
  [AbortSignal, 'AbortSignal.', ['timeout']],
  [globalThis.crypto, 'crypto.', ['randomUUID', 'getRandomValues']],
  [crypto, 'node:crypto ', ['randomBytes', 'randomUUID', 'randomInt']],
  [timers, 'node:timers ', ['setTimeout', 'setImmediate']],
]

/** Replaces the machine's functions by ones that refuse while a schedule runs. Returns the function that puts them back. */
export function guardMachine(): () => void {
  if (isGuarded) throw new Error('the machine is guarded already')
  isGuarded = true
  const restores = forbidden.flatMap(([owner, place, names]) =>
    names.map((name) => guard(owner, place, name)),
  )
  const ownDate = Date
  globalThis.Date = guardedDate(ownDate)
  syncBuiltinESMExports()
  return () => {
    for (const restore of restores) restore()
    globalThis.Date = ownDate
    syncBuiltinESMExports()
    isGuarded = false
  }
}

function guard(owner: object, place: string, name: string): () => void {
  const functions = owner as Record<string, (...args: never[]) => unknown>
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)
  const own = functions[name]!
  const guarded = function guarded(this: unknown, ...args: never[]): unknown {
    if (isForbidden) refuse(`${place}${name}`)
    return own.apply(this, args)
  }
  functions[name] = Object.assign(guarded, own)
  return () => {
    if (descriptor) Object.defineProperty(owner, name, descriptor)
    // The machine's own function is inherited.
    else delete functions[name]
  }
}

/** `new Date()` and Date.now() read the clock; `new Date(1)` does not. */
function guardedDate(ownDate: DateConstructor): DateConstructor {
  return new Proxy(ownDate, {
    construct(target, args: [], made) {
      if (isForbidden && args.length === 0) refuse('new Date()')
      return Reflect.construct(target, args, made) as Date
    },
    get(target, name, receiver) {
      if (isForbidden && name === 'now') refuse('Date.now()')
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

function refuse(name: string): never {
  used.add(name)
  throw new Error(`a schedule has no ${name}: pass it by Io`)
}
