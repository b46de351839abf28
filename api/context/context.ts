import type { Pool } from 'pg'
import type { Logger } from 'pino'

import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { Io } from '#database/io.ts'
import type { Database } from '#database/sql.ts'
import type { Engine } from '#engine/apply.ts'

import type { QueueMail } from './mail-job.ts'

/** The dependencies of every slice. */
export type Context = {
  database: Pool
  /** The engine is the only writer of points. */
  engine: Engine
  /** The clock of every verb, which tests set. Only the contract's check of dates reads the system's clock. */
  clock: () => Date
  /** Timers and random numbers. The machine's by default. */
  io?: Pick<Io, 'clock' | 'random'>
  /** Derives (T5) and seals (T16) codes: the same in every node. */
  secret: ServerSecret
  queueMail: QueueMail
  /** Null: the server has no key for Web Push. `allow_private`: http and private addresses, for the demo and tests. */
  push: { publicKey: string; allow_private: boolean } | null
  log: Logger
}

/** For code that reads or writes voucher codes: the database, and the secret that seals them. */
export type SealedDatabase = Pick<Context, 'database' | 'secret'>

/** For the verbs of a till, which run on the pool, or within a transaction of the console's counter. */
export type TillContext = {
  database: Database
  engine: Pick<Engine, 'apply'>
  secret: ServerSecret
}
