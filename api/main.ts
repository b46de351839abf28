/** The process: database, demo, HTTP, and a clean stop. */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Logger } from 'pino'

import { Email } from '#contract/contact.ts'
import { dsnOrigin } from '#contract/error-report.ts'
import { connect, data_folder, is_demo, reason, refuseDemoInProduction } from '#database/connect.ts'
import { systemIo } from '#database/io.ts'
import { createEngine } from '#engine/apply.ts'

import { public_sources } from './address/sources.ts'
import { createApp } from './app.ts'
import { identityProviderOf } from './credential/identity-provider.ts'
import { prepareDemo } from './demo.ts'
import { startExpiring } from './intention/expire.ts'
import { openJobs, startScheduled } from './jobs.ts'
import type { ErrorReport } from './log/error-report.ts'
import { createLog } from './log/log.ts'
import { openMailQueue } from './mail/queue.ts'
import { folderTransport, smtpTransport, type Transport } from './mail/transport.ts'
import type { DemoTill } from './partner/demo-till.ts'
import { openSealed } from './secret/sealed-database.ts'
import { readSecret } from './secret/secret.ts'
import { affordableConnections, connectionLimits } from './server/connections.ts'
import { measureEventLoopDelay } from './server/event-loop.ts'
import { startDeliveries } from './webhook/deliver.ts'

const port = Number(process.env['PORT'] ?? 3000)
/** All of this machine's addresses, IPv6 and IPv4. */
const host = process.env['HOST'] ?? '::'
const portal_folder = join(import.meta.dirname, '../dist')
const demo_mailbox = join(data_folder, 'mail')

const starting = start()

// A stop in the middle of a start waits for its end: nothing is left half made, and the database stops too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void starting.then((stop) => stop()).finally(() => process.exit(0)))
}

try {
  await starting
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}

/** Returns the function that stops the process's parts, the last started first. */
async function start(): Promise<() => Promise<void>> {
  const { mails, identity_provider, limits, portal_dsn } = await readSettings()
  const clock = () => new Date()
  const errors = await errorReport(clock)
  const log = createLog(process.env['LOG_LEVEL'] === 'debug' ? 'debug' : 'info', undefined, errors)
  const stops: (() => Promise<void>)[] = []
  if (errors) {
    stops.push(errors.flush)
    reportCrash(log, errors)
  }
  async function stop(): Promise<void> {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    const database = await connect({ migrates_demo: true })
    stops.push(database.stop)
    // The demo's: of the folder that connect has left, where it kept an older one aside.
    const secret = await readSecret(data_folder, is_demo)
    await openSealed(database.pool, secret)
    const running = {
      database: database.pool,
      clock,
      log,
    }
    const boss = await openJobs(database.runtime_url, running.log)
    const mail = await openMailQueue({ ...running, ...mails, boss })
    stops.push(async () => {
      // What is under way is ended first.
      await boss.stop({ timeout: 10_000 })
      mail.stop()
    })
    // Only on this machine's own database: the demo customer's password is known to everybody.
    const demo_tills = is_demo ? new Map<string, DemoTill>() : null
    const context = {
      ...running,
      engine: createEngine(systemIo(running.database)),
      secret,
      queueMail: mail.queueMail,
      address_sources: public_sources,
      identity_provider,
      trusted_proxies: process.env['TRUSTED_PROXIES']?.split(/[\s,]+/).filter(Boolean) ?? [],
      portal_folder: existsSync(portal_folder) ? portal_folder : null,
      ...(portal_dsn && { portal_dsn }),
      demo_mailbox: mails.demo_mailbox,
      demo_tills,
    }
    const eventLoop = measureEventLoopDelay()
    stops.push(async () => eventLoop.stop())
    const readPressure = (queueLength: number) => ({
      queueLength,
      eventLoopDelay_ms: eventLoop.delay_ms(),
    })
    const app = await createApp(context, { limits, shedding: { readPressure } })
    stops.push(() => app.close(), startExpiring(context))
    const demo = demo_tills ? await prepareDemo(context, demo_tills) : undefined
    await app.listen({ port, host })
    const listening = (app.server.address() as AddressInfo).port
    await mail.startSending(listening)
    await startScheduled(boss, running)
    // A demo's companies may listen on this machine.
    stops.push(startDeliveries(running, { allow_private: is_demo }).stop)
    console.log(demo ? demo(listening) : `Fiel listens on port ${listening}.`)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Throws one sentence for the first setting that is wrong, before anything has started. */
async function readSettings() {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT is ${process.env['PORT']}: use a number from 0 to 65535.`)
  }
  refuseDemoInProduction()
  const mails = mailSettings()
  await readSecret(data_folder, is_demo)
  const identity_provider = identityProviderOf(process.env, is_demo)
  const limits = {
    maxConnections: affordableConnections(),
    maxConnectionsPerAddress: maxConnectionsPerAddress(),
  }
  const portal_dsn = process.env['SENTRY_PORTAL_DSN']
  if (portal_dsn) dsnOrigin(portal_dsn)
  return { mails, identity_provider, limits, portal_dsn }
}

/** Throws one sentence unless the setting is a whole number from 1. */
function maxConnectionsPerAddress(): number {
  const value =
    process.env['MAX_CONNECTIONS_PER_ADDRESS'] || connectionLimits.maxConnectionsPerAddress
  const count = Number(value)
  if (Number.isInteger(count) && count > 0) return count
  throw new Error(`MAX_CONNECTIONS_PER_ADDRESS is ${value}: use a whole number from 1.`)
}

/** Throws one sentence for an address that is none. The service's code is loaded where there is one. */
async function errorReport(clock: () => Date): Promise<ErrorReport | undefined> {
  const dsn = process.env['SENTRY_DSN']
  if (!dsn) return undefined
  return (await import('./log/error-report.ts')).openErrorReport(dsn, clock)
}

/** Throws one sentence where mails would be lost. */
function mailSettings(): {
  transport: Transport
  mail_from: string | null
  demo_mailbox: string | null
} {
  const url = process.env['SMTP_URL']
  const mail_from = process.env['MAIL_FROM'] || null
  if (mail_from && !Email.safeParse(mail_from).success) {
    throw new Error(`MAIL_FROM is ${mail_from}: use an address, as in nao-responda@example.com.`)
  }
  if (url && !/^smtps?:\/\/[^/]/.test(url)) {
    throw new Error('SMTP_URL is no smtp:// or smtps:// address: write smtps://user:password@host.')
  }
  if (url) return { transport: smtpTransport(url), mail_from, demo_mailbox: null }
  if (!is_demo) {
    throw new Error('SMTP_URL is missing: name the mail server, as in smtps://user:password@host.')
  }
  return { transport: folderTransport(demo_mailbox), mail_from, demo_mailbox }
}

/** The process ends after a crash, and only then: the report is sent first. */
function reportCrash(log: Logger, errors: ErrorReport): void {
  process.once('uncaughtException', ({ name, stack }) => {
    log.fatal({ name, stack: stack?.split('\n').slice(1).join('\n') }, 'crashed')
    void errors.flush().finally(() => process.exit(1))
  })
}

function startFailure(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop what uses it, or choose another with PORT=3001.`
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used by this user: choose another with PORT=3001.`
  }
  return reason(error)
}
