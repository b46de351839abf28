/**
 * The model database as a process: it receives statements after a while, runs them in transactions, commits and answers. Faults lose
 * statements before or after their effect. When it is killed, the disk stays and everything else is gone.
 */

import { timeLimits } from '#database/sql.ts'

import { type Disk, emptyDisk } from '../disk/disk.ts'
import type { Facts } from '../disk/facts.ts'
import { Locks, Transaction } from '../disk/transaction.ts'
import type { Timeline } from '../time/timeline.ts'
import { counterStatements } from './counter-statements.ts'
import {
  databaseError,
  type Fate,
  type Faults,
  fateOf,
  lostConnection,
  noAnswer,
  refusalOf,
  refusedConnection,
} from './fault.ts'
import { type Handler, type Known, Waits } from './handler.ts'
import { messageStatements } from './message-statements.ts'
import { outboxStatements } from './outbox-statements.ts'
import { pointStatements } from './point-statements.ts'
import { statementName } from './statement-name.ts'

/** 2026-11-20 15:00 UTC: noon in Brazil. */
export const epoch_ms = Date.UTC(2026, 10, 20, 15)

export type Statement = { text: string; values?: unknown[] | undefined; query_timeout?: number }

/** A connection, as the server sees it. */
export type Session = {
  /** The transaction between `begin` and its end. */
  tx: Transaction | null
  isListening: boolean
  /** Whether the connection is gone: no statement of it is carried out any more. */
  isBroken: boolean
  /** Whether answers reach nobody: the client has died, or the network drops its packets. */
  isSilent: boolean
  onNotification: (payload: string) => void
  onEnd: () => void
}

const statements: Known[] = [
  ...pointStatements,
  ...outboxStatements,
  ...counterStatements,
  ...messageStatements,
]
/** Text → its handler. The texts are those of the source, so the map needs no limit. */
const handlers = new Map<string, Handler | undefined>()

function handlerOf(text: string): Handler {
  if (!handlers.has(text)) handlers.set(text, statements.find(([part]) => text.includes(part))?.[1])
  const handler = handlers.get(text)
  if (!handler) throw new Error(`the model database has no statement like: ${text}`)
  return handler
}

type Answer = { rows: object[] }
type Reply = {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
  /** No answer comes: the driver rejects at its limit. */
  lose: () => void
}

export class DatabaseServer {
  readonly disk: Disk = emptyDisk()
  readonly locks = new Locks()
  faults: Faults
  /** Statements that the model does not know: the product has changed. */
  readonly unknown = new Set<string>()
  /** Called with each fate of a statement that is not 'ok'. */
  onFault: (fate: Fate, text: string) => void = () => undefined
  /** Called when jobs have changed. */
  onJobs: () => void = () => undefined
  readonly #timeline: Timeline
  readonly #facts: Facts
  readonly #sessions = new Set<Session>()
  readonly #open = new Set<Transaction>()
  #isDown = false

  constructor(timeline: Timeline, facts: Facts, faults: Faults) {
    this.#timeline = timeline
    this.#facts = facts
    this.faults = faults
  }

  now_ms(): number {
    return epoch_ms + this.#timeline.now_ms
  }

  connect(session: Session): void {
    this.#sessions.add(session)
  }

  /** The transactions that have not ended. */
  openTransactions(): number {
    return this.#open.size
  }

  /**
   * Sends a statement. With a session it is part of the session's transaction, otherwise it is a transaction of its own. Rejects as
   * the driver does.
   */
  send(session: Session, { text, values = [], query_timeout }: Statement): Promise<Answer> {
    const { chance } = this.#timeline
    const fate = text === 'rollback' ? 'ok' : fateOf(chance, this.faults)
    if (fate !== 'ok') this.onFault(fate, text)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const last_ms = this.#timeline.now_ms + (query_timeout ?? timeLimits.answer_ms)
    const answered = (label: string, work: () => void) => {
      this.#timeline.after(chance.within(0.02, 0.6), label, () => {
        if (session.isSilent || this.#timeline.now_ms > last_ms) reply.lose()
        else work()
      })
    }
    const reply: Reply = {
      resolve: (answer) => answered('answer', () => resolve(answer)),
      reject: (error) => answered(`error ${error.message.slice(0, 24)}`, () => reject(error)),
      // Every statement is answered before its limit, unless the answer is lost. So only then the limit is an event.
      lose: () =>
        void this.#timeline.after(last_ms - this.#timeline.now_ms, 'no answer', () =>
          reject(noAnswer()),
        ),
    }
    const travel_ms = fate === 'slow' ? chance.within(1, 4_000) : chance.within(0.02, 0.6)
    this.#timeline.after(travel_ms, statementName(text), () =>
      this.#receive(session, { text, values, fate, reply }),
    )
    return promise
  }

  #receive(
    session: Session,
    { text, values, fate, reply }: { text: string; values: unknown[]; fate: Fate; reply: Reply },
  ): void {
    if (this.#isDown || fate === 'refused') {
      this.#break(session)
      reply.reject(refusedConnection())
      return
    }
    if (session.isBroken) {
      reply.reject(lostConnection())
      return
    }
    if (fate === 'silent before' || fate === 'silent after') session.isSilent = true
    if (fate === 'silent before') {
      reply.lose()
      return
    }
    // A statement of its own is refused or lost before its work, or at its commit.
    const isControl = /^(begin|commit|rollback|listen)\b/.test(text)
    const error = fate === 'lost before' ? lostConnection() : refusalOf(fate)
    const isLate = error && !isControl && !session.tx && this.#timeline.chance.is(0.5)
    if (fate === 'lost before' && !isLate) {
      this.#break(session)
      reply.reject(error!)
      return
    }
    const isLost = fate === 'lost after'
    const end: Reply = {
      resolve: (answer) => {
        if (isLost) this.#break(session)
        if (isLost) reply.reject(lostConnection())
        else reply.resolve(answer)
      },
      reject: reply.reject,
      lose: reply.lose,
    }
    const refusal = isLate ? undefined : error
    if (isControl) this.#control(session, text, refusal, end)
    else {
      const late = isLate ? error : undefined
      this.#perform(session, { text, values, refusal, late, reply: end })
    }
  }

  #control(session: Session, text: string, refusal: Error | undefined, reply: Reply): void {
    const { tx } = session
    if (refusal) {
      this.#end(session, tx)
      reply.reject(refusal)
      return
    }
    if (text.startsWith('begin')) session.tx = this.#begin()
    else if (text.startsWith('listen')) session.isListening = true
    else if (tx) {
      session.tx = null
      if (text.startsWith('commit') && !tx.isAborted) this.#commit(tx)
      else this.#drop(tx)
    }
    reply.resolve({ rows: [] })
  }

  #perform(
    session: Session,
    call: {
      text: string
      values: unknown[]
      /** The error before the work, and the error at the commit. */
      refusal: Error | undefined
      late: Error | undefined
      reply: Reply
    },
  ): void {
    const { refusal, late, reply } = call
    const tx = session.tx ?? this.#begin()
    const isOwn = session.tx === null
    const fail = (error: Error) => {
      if (isOwn) this.#drop(tx)
      else tx.isAborted = true
      reply.reject(error)
    }
    if (tx.isAborted) return fail(databaseError('25P02', 'current transaction is aborted'))
    if (refusal) return fail(refusal)
    let isOver = false
    let cancelLimit: (() => void) | undefined
    const run = () => {
      if (isOver) return
      if (!this.#open.has(tx)) return reply.reject(lostConnection())
      const rows = this.#rowsOf(tx, call)
      if (rows instanceof Waits) {
        cancelLimit ??= this.#timeline.after(timeLimits.statement_ms, 'statement time-out', () => {
          isOver = true
          fail(databaseError('57014', 'canceling statement due to statement timeout'))
        })
        this.locks.whenFree(rows.lock, () => this.#timeline.after(0, 'lock', run))
        return
      }
      cancelLimit?.()
      if (rows instanceof Error) fail(rows)
      else if (!isOwn) reply.resolve({ rows })
      else this.#commitLater(tx, late, { ...reply, resolve: () => reply.resolve({ rows }) })
    }
    run()
  }

  /** The locks are held until the commit, which takes its time. A statement that only reads has none. */
  #commitLater(tx: Transaction, late: Error | undefined, reply: Reply): void {
    const end = () => {
      if (!this.#open.has(tx)) return reply.reject(lostConnection())
      if (late) this.#drop(tx)
      else this.#commit(tx)
      if (late) reply.reject(late)
      else reply.resolve({ rows: [] })
    }
    if (tx.isIdle()) end()
    else this.#timeline.after(this.#timeline.chance.within(0.05, 1.5), 'commit', end)
  }

  #rowsOf(
    tx: Transaction,
    { text, values }: { text: string; values: unknown[] },
  ): object[] | Waits | Error {
    const writing = [...this.#open].filter((one) => one.hasWritten())
    try {
      return handlerOf(text)({
        tx,
        disk: this.disk,
        facts: this.#facts,
        chance: this.#timeline.chance,
        values,
        now_ms: this.now_ms(),
        oldest_ms: Math.min(Infinity, ...writing.map(({ began_ms }) => began_ms)),
      })
    } catch (error) {
      this.unknown.add((error as Error).message)
      return error as Error
    }
  }

  #begin(): Transaction {
    const tx = new Transaction(this.disk, this.locks, () => this.now_ms())
    this.#open.add(tx)
    return tx
  }

  #commit(tx: Transaction): void {
    this.#open.delete(tx)
    const hasJobs = tx.hasWrittenTo(this.disk.jobs)
    tx.commit()
    if (hasJobs) this.onJobs()
    for (const payload of tx.notifications) {
      for (const session of this.#sessions) {
        if (!session.isListening || session.isBroken || session.isSilent) continue
        this.#timeline.after(this.#timeline.chance.within(0.02, 0.6), 'notification', () =>
          session.onNotification(payload),
        )
      }
    }
  }

  #drop(tx: Transaction): void {
    this.#open.delete(tx)
    tx.end()
  }

  #end(session: Session, tx: Transaction | null): void {
    session.tx = null
    if (tx) this.#drop(tx)
  }

  /** Ends a connection at once: its transaction is rolled back. */
  #break(session: Session): void {
    if (session.isBroken) return
    session.isBroken = true
    this.#sessions.delete(session)
    this.#end(session, session.tx)
    if (!session.isSilent) this.#timeline.after(0.1, 'end', session.onEnd)
  }

  /** The client closes its connection. The server learns of it at once, unless the network drops the packets. */
  close(session: Session): void {
    if (!session.tx && !session.isListening && !session.isSilent) {
      session.isBroken = true
      this.#sessions.delete(session)
      return
    }
    const wait_ms = session.isSilent ? timeLimits.statement_ms : 0.3
    session.isSilent = true
    this.#timeline.after(wait_ms, 'close', () => this.#break(session))
  }

  /** Cuts the connections that listen. */
  cutListeners(): void {
    for (const session of this.#sessions) {
      if (!session.isListening) continue
      if (this.#timeline.chance.is(0.3)) session.isSilent = true
      else this.#break(session)
    }
  }

  /** Kills the server. All connections and open transactions are gone. It is back after `down_ms`. */
  kill(down_ms: number): void {
    this.#isDown = true
    for (const session of this.#sessions) this.#break(session)
    for (const tx of this.#open) this.#drop(tx)
    this.#timeline.after(down_ms, 'database is back', () => {
      this.#isDown = false
    })
  }
}
