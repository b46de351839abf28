/** What the clients were told, against what happened (I5, I6, I7). */

import type { History, Operation, Verb } from '../client/history.ts'
import type { Disk } from '../disk/disk.ts'
import type { Running } from '../stage/open-stage.ts'

export function clientWrongs({ server, history, counters }: Running): string[] {
  const notKept = new Set(counters.flatMap((counter) => counter.notKept()))
  const twins = Map.groupBy(history.operations, ({ verb, name }) => `${verb} ${name}`)
  return [...strangers(server.disk, history), ...history.operations.flatMap(wrongsOfOne)]

  function wrongsOfOne(operation: Operation): string[] {
    const isResolvable = !['confirm', 'decline', 'mail'].includes(operation.verb)
    const isOpen = operation.outcome.state === 'unknown'
    return [
      ...(isOpen && isResolvable && !notKept.has(operation.name)
        ? [`${titleOf(operation)} has no conclusive answer [I7]`]
        : []),
      ...answerWrongs(operation),
      ...effectWrongs(server.disk, operation, twins.get(`${operation.verb} ${operation.name}`)!),
    ]
  }
}

/** Sales and requests on the disk that no client has made. */
function strangers(disk: Disk, { operations }: History): string[] {
  const names = new Set(operations.map(({ name }) => name))
  const intentions = [...disk.intentions.values()].map(({ external_id }) => external_id)
  const found = [...disk.records.values()]
    // A capture has the number of its request.
    .filter(({ type_id, external_id }) => type_id !== 'CNS' && external_id !== null)
    .map(({ external_id }) => external_id!)
  return [...found, ...intentions]
    .filter((name) => !names.has(name))
    .map((name) => `${name} is recorded, and no client has sent it [I5]`)
}

function titleOf({ verb, name }: Operation): string {
  return `${verb} ${name}`
}

/** Every conclusive answer to one operation is the same. */
function answerWrongs(operation: Operation): string[] {
  const texts = new Set(operation.answers.map((answer) => JSON.stringify(answer)))
  return texts.size > 1
    ? [`${titleOf(operation)} was answered ${[...texts].join(' and ')} [I5 I6]`]
    : []
}

/** The ids of what an operation has done, as the disk has them. */
const effects: Record<Verb, (disk: Disk, operation: Operation) => string[]> = {
  sale: (disk, { name }) =>
    records(disk, (one) => one.type_id === 'GNR' && one.external_id === name),
  'counter sale': (disk, operation) => effects.sale(disk, operation),
  return: (disk, { name }) =>
    records(disk, (one) => one.reverses_id !== null && one.external_id === name),
  open: (disk, { name }) =>
    [...disk.intentions.values()].filter((one) => one.external_id === name).map(({ id }) => id),
  capture: (disk, { subject }) =>
    records(disk, (one) => one.type_id === 'CNS' && one.source_id === subject),
  cancel: (disk, { subject }) => ended(disk, subject, 'CANCELLED'),
  decline: (disk, { subject }) => ended(disk, subject, 'DECLINED'),
  confirm: (disk, { subject }) => {
    const intention = disk.intentions.get(subject!)
    return intention && intention.status !== 'PENDING' ? [intention.id] : []
  },
  redeem: (disk, { name }) =>
    [
      [...disk.vouchers.values()]
        .filter(({ key }) => key?.endsWith(` ${name}`))
        .map(({ id }) => id)
        .join(' '),
    ].filter(Boolean),
  mail: (disk, { name }) =>
    [...disk.jobs.values()]
      .filter(({ root_id, data }) => root_id === null && 'email' in data && data.email === name)
      .map(() => name),
}

function records(
  disk: Disk,
  isOne: (record: {
    type_id: string
    external_id: string | null
    source_id: string | null
    reverses_id: string | null
  }) => boolean,
): string[] {
  return [...disk.records.values()].filter(isOne).map(({ id }) => id)
}

function ended(disk: Disk, id: string | null, status: string): string[] {
  return disk.intentions.get(id!)?.status === status ? [id!] : []
}

/** Verbs whose refusal says that nothing like it has happened. A refused capture may follow a carried out one. */
const exclusive = new Set<Verb>(['sale', 'counter sale', 'return', 'open', 'redeem'])

function effectWrongs(disk: Disk, operation: Operation, twins: Operation[]): string[] {
  const { verb, outcome, amount } = operation
  const ids = effects[verb](disk, operation)
  const wrongs: string[] = []
  if (ids.length > 1) wrongs.push(`${titleOf(operation)} was carried out ${ids.length} times [I5]`)
  if (outcome.state === 'done' && !ids.includes(outcome.id)) {
    wrongs.push(
      `${titleOf(operation)} was told as ${outcome.id}, and the disk has ${ids.join()} [I6]`,
    )
  }
  const isRefusedToAll = twins.every((one) => one.outcome.state === 'refused')
  if (exclusive.has(verb) && isRefusedToAll && ids.length > 0) {
    wrongs.push(`${titleOf(operation)} was refused and carried out [I6]`)
  }
  if (verb === 'sale' && outcome.state === 'done') {
    const paid = disk.records.get(outcome.id)?.purchase_value
    if (paid !== amount)
      wrongs.push(`${titleOf(operation)} of ${amount} is recorded as ${paid} [I6]`)
  }
  if (verb === 'redeem' && ids.length > 0) {
    const paid = [...disk.vouchers.values()]
      .filter(({ key }) => key?.endsWith(` ${operation.name}`))
      .reduce((sum, { points_amount }) => sum + points_amount, 0)
    if (paid !== amount)
      wrongs.push(`${titleOf(operation)} cost ${paid} in place of ${amount} [I5]`)
  }
  return wrongs
}
