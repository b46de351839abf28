/**
 * A history in EDN, for elle-cli (github.com/ligurio/elle-cli): `java -jar elle-cli.jar --model list-append HISTORY.edn`. It gives
 * a second opinion by a checker that we did not write, on less: it sees the records of a customer and no points.
 *
 * Model `list-append` of Elle: each customer is a list, and each record is an append of a number that is unique in the history. A
 * read of the whole history is a read of the list. A refused call is `:fail`, and a call without an answer `:info`; its process
 * calls no more. Other reads and calls that make no record are left out. The default consistency model of elle-cli is
 * strict-serializable. With one list in each transaction that is linearizability of the records.
 */

import type { Field, Operation } from './operation.ts'
import { nameOf, recordNames } from './record-name.ts'

type MicroOperation =
  | [f: 'append', list: number, value: number]
  | [f: 'r', list: number, values: number[] | null]

/** One operation map a line, in the order of time. */
export function elleHistory(history: Operation[]): string {
  const appends = new Map(history.map((operation) => [operation, recordsOf(operation, history)]))
  const numbers = new Map(
    [...new Set([...appends.values()].flat())].map((name, at) => [name, at + 1]),
  )
  const processes = processesOf(history)
  const events = history.flatMap((operation) => {
    const value = transactionOf(operation, appends.get(operation)!, numbers)
    if (value.length === 0) return []
    const { invoked_at, returned_at, answer } = operation
    const request = value.map((one): MicroOperation => (one[0] === 'r' ? ['r', one[1], null] : one))
    const type = answer === null ? 'info' : answer.error === null ? 'ok' : 'fail'
    const process = processes.get(operation)!
    return [
      { type: 'invoke', process, at: invoked_at, value: request },
      // A call without an answer never ends: its last line stands at the end.
      { type, process, at: returned_at ?? Infinity, value: type === 'ok' ? value : request },
    ]
  })
  return events
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ type, process, value }, index) =>
        `{:index ${index}, :type :${type}, :process ${process}, :f :txn, :value ${edn(value)}}\n`,
    )
    .join('')
}

function transactionOf(
  { command, answer, customer }: Operation,
  appends: string[],
  numbers: Map<string, number>,
): MicroOperation[] {
  if (command.verb !== 'history') {
    return appends.map((name) => ['append', customer, numbers.get(name)!])
  }
  const records = (answer?.fields['records'] ?? []) as Field[]
  // Elle cannot know a record whose call got no answer and was not repeated. Each read leaves it out.
  const values = records.flatMap((record) => numbers.get(nameOf(record)) ?? [])
  return [['r', customer, values]]
}

/** The names of the records that a call appends. One without an answer appends what its repeat was told. */
function recordsOf(operation: Operation, history: Operation[]): string[] {
  const { command, answer, isRepeat, n } = operation
  if (!makesRecords.has(command.verb) || isRepeat || answer?.replayed) return []
  if (answer !== null) return answer.error === null ? recordNames(command.verb, answer) : [`${n}`]
  const repeat = history.find((other) => other.answer?.error === null && repeats(other, operation))
  return repeat ? recordNames(command.verb, repeat.answer!) : [`${n}`]
}

function repeats(one: Operation, other: Operation): boolean {
  if (!one.isRepeat || JSON.stringify(one.command) !== JSON.stringify(other.command)) return false
  return 'external_id' in one.command || (one.key !== null && one.key === other.key)
}

const makesRecords = new Set([
  'earn',
  'capture',
  'redeem',
  'give_back',
  'return',
  'undo',
  'activate',
])

/** A process has one call at a time, and none after a call without an answer. */
function processesOf(history: Operation[]): Map<Operation, number> {
  const freeFrom: number[] = []
  const processes = new Map<Operation, number>()
  for (const operation of history.toSorted((a, b) => a.invoked_at - b.invoked_at)) {
    const free = freeFrom.findIndex((instant) => instant < operation.invoked_at)
    const process = free === -1 ? freeFrom.length : free
    freeFrom[process] = operation.returned_at ?? Infinity
    processes.set(operation, process)
  }
  return processes
}

function edn(transaction: MicroOperation[]): string {
  const micro = ([f, list, value]: MicroOperation) => {
    const shown = Array.isArray(value) ? `[${value.join(' ')}]` : (value ?? 'nil')
    return `[:${f} ${list} ${shown}]`
  }
  return `[${transaction.map(micro).join(' ')}]`
}
