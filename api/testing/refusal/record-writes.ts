/**
 * Observes what a refused call writes. The triggers of note-writes.sql report to each connection what its transactions wrote. A
 * call is judged only if no other call of the test file runs at the same time, because calls share transactions.
 */

import { readFile } from 'node:fs/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'

import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody, ErrorCode } from '#contract/error.ts'

/** The method and the path of a route in Fastify → the endpoint: `GET /api/prize/:id` → `GET /prize/{id}`. */
const keyOfRoute = new Map(
  (Object.keys(endpoints) as EndpointKey[]).map((key) => [
    key.replace(' ', ' /api').replaceAll(/\{(\w+)\}/g, ':$1'),
    key,
  ]),
)

const events = { '+': 'insert', '*': 'update', '-': 'delete' }
/** The triggers name a table by one of these characters: from '!' to '~', without the names of events. */
const letters = Array.from({ length: 94 }, (_, at) => String.fromCodePoint(33 + at)).filter(
  (letter) => !(letter in events),
)

/** Adds the triggers of note-writes.sql to a migrated database. Returns its tables in the order of their characters. */
export async function noteWrites(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(await readFile(new URL('note-writes.sql', import.meta.url), 'utf8'))
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
       from pg_trigger
       join pg_class on pg_class.oid = tgrelid
      where tgname = 'note_insert'
      order by get_byte(tgargs, 0)`,
  )
  await client.end()
  if (rows.length > letters.length)
    throw new Error(`${rows.length} tables share ${letters.length} characters`)
  return rows.map(({ name }) => name)
}

/**
 * `writes`: what the call wrote, such as 'insert lot'. Undefined: another call ran at the same time, or the answer came before
 * this observer.
 */
export type Refusal = { key: EndpointKey; code: ErrorCode; status: number; writes?: string[] }

/** The result observes the answers of a node and the writes of its pool, and gives `onRefusal` each answer with an error. */
export function observeRefusals(
  allTables: string[],
  onRefusal: (refusal: Refusal) => void,
): (app: FastifyInstance, pool: pg.Pool) => void {
  const { observe, start, end } = observeWrites(allTables)
  return (app, pool) => {
    observe(pool)
    const calls = new WeakMap<FastifyRequest, Call>()
    const endCall = (request: FastifyRequest) => {
      const call = calls.get(request)
      return call && end(call)
    }
    app.addHook('onRequest', async (request) => void calls.set(request, start()))
    app.addHook('onSend', async (request, { statusCode: status }, payload) => {
      const writes = endCall(request)
      const { method, routeOptions } = request
      const key = keyOfRoute.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`)
      if (key === undefined || status < 400) return
      const { type: code } = (JSON.parse(payload as string) as ErrorBody).data
      onRefusal({ key, code, status, ...(writes && { writes }) })
    })
    // End the call also here: onSend runs neither for a streamed answer nor for a call that its client ends.
    app.addHook('onResponse', async (request) => void endCall(request))
    app.addHook('onRequestAbort', async (request) => void endCall(request))
  }
}

/** A call in progress. `isAlone`: no other call has run since it began. */
type Call = { isAlone: boolean }

function observeWrites(allTables: string[]) {
  const running = new Set<Call>()
  /** Connection → the values of its application_name: the value when the last call began, and each value since. */
  const settings = new Map<object, string[]>()

  function observe(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      const values = ['fiel']
      settings.set(client, values)
      client.on('end', () => settings.delete(client))
      // The driver's types do not name the connection of a client.
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
      connection.on('parameterStatus', (message: Record<string, string>) => {
        const value = message.parameterValue
        if (message.parameterName !== 'application_name' || value === undefined) return
        const earlier = values.indexOf(value)
        // A value that the connection had before comes back by a rollback, so forget the values after it.
        if (earlier === -1) values.push(value)
        else values.length = earlier + 1
      })
    })
  }

  function start(): Call {
    for (const values of settings.values()) values.splice(0, values.length - 1)
    for (const other of running) other.isAlone = false
    const call = { isAlone: running.size === 0 }
    running.add(call)
    return call
  }

  function end(call: Call): string[] | undefined {
    running.delete(call)
    if (!call.isAlone) return undefined
    const written = [...settings.values()].flatMap((values) =>
      values
        .slice(1)
        .flatMap((value) => [...value.slice(value.indexOf(':') + 1).matchAll(/(.)([+*-])/g)]),
    )
    const writes = written.map(([, letter, event]) => {
      const table = allTables[letters.indexOf(letter!)]!
      return `${events[event as keyof typeof events]} ${table}`
    })
    return [...new Set(writes)]
  }

  return { observe, start, end }
}
