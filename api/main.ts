/** Starts the process, with database, HTTP and background jobs, and stops it cleanly. */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { connect, dataFolder, isDemo, reason, refuseDemoInProduction } from '#database/connect.ts'
import { environment, environmentMistakes } from '#database/environment.ts'
import { systemIo } from '#database/io.ts'
import { createEngine } from '#engine/apply.ts'

import { publicSources } from './address/sources.ts'
import { createApp } from './app.ts'
import { identityProviderOf } from './company/identity-provider.ts'
import type { Context } from './context/context.ts'
import { startExpiring } from './intention/expire.ts'
import { openJobs, startScheduled } from './jobs.ts'
import { causeOf } from './log/cause.ts'
import type { ErrorReport } from './log/error-report.ts'
import { createLog } from './log/log.ts'
import { openMailQueue } from './mail/queue.ts'
import { smtpTransport, type Transport } from './mail/transport.ts'
import type { Metrics, NodeState } from './metrics/metrics.ts'
import type { MetricsServer } from './metrics/server.ts'
import { startMessages } from './notification/message/queue-messages.ts'
import { openPushQueue } from './notification/push/push-queue.ts'
import { readVapid } from './notification/push/vapid.ts'
import { openSealed } from './secret/sealed-database.ts'
import { readSecrets } from './secret/secret.ts'
import { affordableConnections, connectionLimits } from './server/connections.ts'
import { measureEventLoopDelay } from './server/event-loop.ts'
import { listenOn } from './server/server.ts'
import { loadTraces } from './trace/load.ts'
import { startDeliveries } from './webhook/deliver.ts'

const port = environment.PORT ?? 3000
/**
 * Seconds that a stopping node still serves, while `/ready` answers 503. A load balancer that asks every 2 s takes the node out
 * after two failures, within 4 s. One second is left for the answer to its second question. No load balancer asks the demo.
 */
const defaultDrain_s = isDemo ? 0 : 5
const drain_s = environment.DRAIN_SECONDS ?? defaultDrain_s
const portalFolder = join(import.meta.dirname, '../dist')
const consoleFolder = join(import.meta.dirname, '../dist-console')

/** The demo's additions to the product. */
export type Additions = {
  /** Sends the mails when SMTP_URL is not set. */
  mailTransport?: Transport
  /** Adds routes beside the product's own. */
  addRoutes: (app: FastifyInstance, context: Context) => void
  /** Runs before the server listens. Returns what is printed once it listens on a port. */
  prepare: (context: Context) => Promise<(port: number) => string>
}

/** Resolves once the server listens. Otherwise prints one sentence and ends the process. */
export async function serve(additions?: Additions): Promise<void> {
  let isDraining = false
  const starting = start(additions, () => isDraining)
  const hurry = new AbortController()

  /** Stops the process. During the start it waits for the end of the start, so that every started part is stopped. */
  async function end(): Promise<void> {
    const stop = await starting
    isDraining = true
    // A SIGINT or SIGHUP aborts the drain. The wait then rejects.
    await wait(drain_s * 1_000, undefined, { signal: hurry.signal }).catch(() => undefined)
    await stop()
  }
  let ending: Promise<void> | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A supervisor sends SIGTERM, and the drain gives the load balancer its time. A person at a terminal sends the other signals
      // and does not wait for it.
      if (signal !== 'SIGTERM') hurry.abort()
      // A second signal, which npm or a terminal may send, does not cut the stop short.
      ending ??= end().finally(() => process.exit(0))
    })
  }
  try {
    await starting
  } catch (error) {
    console.error(startFailure(error))
    process.exit(1)
  }
}

/** Starts the parts of the process. Returns the function that stops these parts, the last started first. */
async function start(
  additions: Additions | undefined,
  isDraining: () => boolean,
): Promise<() => Promise<void>> {
  const { mails, identityProvider, limits, portalDsn } = await readSettings(additions)
  const clock = () => new Date()
  const errors = await errorReport(clock)
  const log = createLog(environment.LOG_LEVEL, undefined, errors)
  const stops: (() => Promise<void>)[] = []
  if (errors) {
    stops.push(errors.flush)
    reportCrash(log, errors)
  }
  async function stop(): Promise<void> {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    const database = await connect({ migratesDemo: true })
    stops.push(database.stop)
    // Read after `connect`, which may have moved the demo's old data folder aside with its secret.
    const secret = await openSealed(database.pool, await readSecrets(dataFolder, isDemo))
    const running = { database: database.pool, clock, log }
    const queues = await openQueues(running, { url: database.runtimeUrl, mails, secret })
    stops.push(queues.stop)
    const eventLoop = measureEventLoopDelay()
    stops.push(async () => eventLoop.stop())
    const { delay_ms: eventLoopDelay_ms } = eventLoop
    const node = { boss: queues.boss, eventLoopDelay_ms, isDraining }
    const { observers, stopObservers } = await openObservers(node, log)
    stops.push(stopObservers)
    const context = {
      ...running,
      engine: createEngine(systemIo(running.database), observers.metrics?.engine),
      secret,
      queueMail: queues.queueMail,
      push: queues.push,
      addressSources: publicSources,
      identityProvider,
      trustedProxies: environment.TRUSTED_PROXIES,
      portalFolder: existsSync(portalFolder) ? portalFolder : null,
      consoleFolder: existsSync(consoleFolder) ? consoleFolder : undefined,
      ...(portalDsn && { portalDsn }),
    }
    const app = await createApp(context, {
      limits,
      shedding: {
        readPressure: (queueLength) => ({ queueLength, eventLoopDelay_ms: eventLoopDelay_ms() }),
      },
      hasReference: environment.API_DOCS === 'on',
      isDraining,
      ...observers,
      ...(additions && { addRoutes: additions.addRoutes }),
    })
    stops.push(
      () => app.close(),
      startExpiring(context),
      startMessages({ ...context, queuePush: queues.queuePush }),
    )
    const greet = await additions?.prepare(context)
    await listenOn(app, { port, host: environment.HOST })
    const listening = (app.server.address() as AddressInfo).port
    await queues.startWork(listening)
    // The webhook endpoints of a demo may be on this machine.
    stops.push(startDeliveries(running, { allow_private: isDemo }).stop)
    console.log(greet ? greet(listening) : `Fiel listens on port ${listening}.`)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Figures and traces, each only if it is configured. */
async function openObservers(node: NodeState, log: Logger) {
  const { TRUSTED_PROXIES: trustedProxies, OTEL_TRACES_SAMPLER_ARG: share = 1 } = environment
  const traces = await loadTraces(environment.OTEL_EXPORTER_OTLP_ENDPOINT, {
    share,
    trustedProxies,
  })
  const metrics = await openMetrics(node, log)
  return {
    observers: { ...(metrics && { metrics }), ...(traces && { traces }) },
    stopObservers: async () => {
      await metrics?.close()
      await traces?.close()
    },
  }
}

/** Loads the code of the figures only if METRICS_PORT is set. */
async function openMetrics(
  node: NodeState,
  log: Logger,
): Promise<(Metrics & MetricsServer) | undefined> {
  const { METRICS_PORT, METRICS_HOST: host } = environment
  if (METRICS_PORT === undefined) return undefined
  const [{ createMetrics }, { openMetricsServer }] = await Promise.all([
    import('./metrics/metrics.ts'),
    import('./metrics/server.ts'),
  ])
  const metrics = createMetrics(node)
  const server = await openMetricsServer(metrics, { port: METRICS_PORT, host, log })
  console.log(`Metrics at ${server.url}.`)
  return { ...metrics, ...server }
}

type Running = Pick<Context, 'database' | 'clock' | 'log'>

/** The queues of mails, pushes and scheduled jobs. `startWork` begins to empty them. */
async function openQueues(
  running: Running,
  {
    url,
    mails,
    secret,
  }: { url: string; mails: ReturnType<typeof mailSettings>; secret: Context['secret'] },
) {
  const boss = await openJobs(url, running.log)
  const mail = await openMailQueue({ ...running, ...mails, boss, secret })
  const { startSending, stop, ...pushes } = await openPushes({ ...running, boss })
  return {
    ...pushes,
    boss,
    queueMail: mail.queueMail,
    startWork: async (localPort: number) => {
      void verifyMails(mails.transport, running.log)
      await mail.startSending(localPort)
      await startSending()
      await startScheduled(boss, { ...running, secret, queueMail: mail.queueMail })
    },
    stop: async () => {
      // Jobs in progress may still send, so the queue stops before the connections.
      await boss.stop({ timeout: 10_000 })
      mail.stop()
      stop()
    },
  }
}

/** The queue of pushes; without a key nothing is offered and nothing is sent. */
async function openPushes(needs: Running & { boss: PgBoss }) {
  const vapid = await readVapid(dataFolder, isDemo)
  if (!vapid) {
    return {
      push: null,
      queuePush: null,
      startSending: async () => undefined,
      stop: () => undefined,
    }
  }
  // The push service of a demo may be on this machine.
  const allow_private = isDemo
  const queue = await openPushQueue({ ...needs, vapid, allow_private })
  return { ...queue, push: { publicKey: vapid.publicKey, allow_private } }
}

/** Reads the settings before anything is started. Throws one sentence for settings that contradict each other. */
async function readSettings(additions: Additions | undefined) {
  const [mails, identityProvider] = await allOrMistakes([
    () => mailSettings(additions),
    () => identityProviderOf(environment, isDemo),
    refuseDemoInProduction,
    () => readSecrets(dataFolder, isDemo),
  ])
  const limits = {
    maxConnections: affordableConnections(),
    maxConnectionsPerAddress:
      environment.MAX_CONNECTIONS_PER_ADDRESS ?? connectionLimits.maxConnectionsPerAddress,
  }
  return {
    mails,
    identityProvider,
    limits,
    portalDsn: environment.SENTRY_PORTAL_DSN,
  }
}

/** The values of all settings. Throws one error with a line for each setting, and each variable, that is wrong. */
async function allOrMistakes<Values extends unknown[]>(settings: {
  [At in keyof Values]: () => Values[At] | Promise<Values[At]>
}): Promise<Values> {
  const read = await Promise.allSettled(settings.map(async (setting) => setting()))
  // A variable with a wrong value is not said to be missing, too.
  const named = new Set(environmentMistakes.map((line) => line.split(' ')[0]!))
  const mistakes = [
    ...environmentMistakes,
    ...read
      .flatMap((one) => (one.status === 'rejected' ? [reason(one.reason)] : []))
      .filter((line) => !named.has(line.split(' ')[0]!)),
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return read.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Values
}

/** Loads the code of error reports only if SENTRY_DSN is set. */
async function errorReport(clock: () => Date): Promise<ErrorReport | undefined> {
  const dsn = environment.SENTRY_DSN
  if (!dsn) return undefined
  return (await import('./log/error-report.ts')).openErrorReport(dsn, clock)
}

/** The transport and sender of mails. Throws one sentence if mails would be lost. */
function mailSettings(additions: Additions | undefined): {
  transport: Transport
  mailFrom: string | null
} {
  const { SMTP_URL: url, MAIL_FROM: mailFrom = null } = environment
  if (url) return { transport: smtpTransport(url), mailFrom }
  const transport = additions?.mailTransport
  if (!transport) {
    throw new Error('SMTP_URL is missing: name the mail server, as in smtps://user:password@host.')
  }
  return { transport, mailFrom }
}

/** Warns of a mail server that does not answer. The node starts nevertheless: its mails wait in the queue. */
async function verifyMails(transport: Transport, log: Logger): Promise<void> {
  try {
    await transport.verify?.()
  } catch (error) {
    log.warn(causeOf(error), 'SMTP_URL does not work: mails wait in the queue')
  }
}

/** Ends the process after a crash, once the report has been sent. */
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
