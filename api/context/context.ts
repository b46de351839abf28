import type { Pool } from 'pg'
import type { Logger } from 'pino'

import type { Engine } from '#engine/apply.ts'

import type { QueueMail } from './mail-job.ts'

/** What the process gives to every slice. */
export type Context = {
  database: Pool
  /** What changes points. */
  engine: Engine
  /** The only source of the present: tests move it. */
  clock: () => Date
  /** What codes are derived from and sealed with: 256 bits, the same in every node. */
  secret: Buffer
  queueMail: QueueMail
  log: Logger
}

/** What works with vouchers' codes: the database, and what it has them sealed with. */
export type SealedDatabase = Pick<Context, 'database' | 'secret'>
