import type { Pool } from 'pg'
import type { Logger } from 'pino'

import type { AddressSources } from '#api/address/sources.ts'
import type { IdentityProvider } from '#api/credential/identity-provider.ts'
import type { DemoTill } from '#api/partner/demo-till.ts'
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
  address_sources: AddressSources
  identity_provider: IdentityProvider
  /** Addresses of the proxies whose word on where a request comes from is taken. None: the connection's own address counts. */
  trusted_proxies: string[]
  /** A build of the portal to serve; null: the API alone. */
  portal_folder: string | null
  log: Logger
  /** Where the portal reports its errors; none: nowhere. */
  portal_dsn?: string
  /** Where the demo keeps its mails; null: no demo. */
  demo_mailbox: string | null
  /** The tills that anybody may play in a demo, by their company; null: no demo. */
  demo_tills: ReadonlyMap<string, DemoTill> | null
}

/** What works with vouchers' codes: the database, and what it has them sealed with. */
export type SealedDatabase = Pick<Context, 'database' | 'secret'>
