/**
 * Sends lines that are logged as errors to an error-reporting service too (R13.2). It reads the log, whose lines are
 * already written from an allow-list (D12). Only the fields of `Logged` are sent on.
 */

import { createStackParser, createTransport, type Event, type StackParser } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'

import { dsnOrigin } from '#contract/error-report.ts'
import { withoutPersonalData } from '#contract/person/personal-value.ts'

/** The same error is reported once in this time, because an unreachable database fails every call. */
const quiet_ms = 60_000
/** Kinds of error in memory. A key has a whole stack, about 2 kB, so 200 of them are about 0.4 MB. */
const maxRemembered = 200
/** How long a stop waits for reports in flight. */
const maxFlush_ms = 2_000

export type ErrorReport = {
  /** Gets each line of the log, and reports it if it is an error. */
  write: (line: string) => void
  flush: () => Promise<void>
}

/** Throws an Error of one sentence for a malformed DSN. */
export function openErrorReport(dsn: string, clock: () => Date): ErrorReport {
  dsnOrigin(dsn)
  const parseStack = createStackParser(nodeStackLineParser())
  const client = new ServerRuntimeClient({
    dsn,
    integrations: [],
    stackParser: parseStack,
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status, headers } = await fetch(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : new Uint8Array(body),
          ...(options.headers && { headers: options.headers }),
        })
        return {
          statusCode: status,
          headers: {
            'retry-after': headers.get('retry-after'),
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
          },
        }
      }),
  })
  client.init()
  const reported = new Map<string, number>()

  return {
    write: (line) => {
      const logged: Logged = JSON.parse(line)
      const kind = [logged.msg, logged.code, logged.name, logged.stack].join('\n')
      const now = clock().getTime()
      if (now - (reported.get(kind) ?? -Infinity) < quiet_ms) return
      if (reported.size >= maxRemembered) reported.clear()
      reported.set(kind, now)
      client.captureEvent(eventOf(logged, parseStack))
    },
    flush: async () => void (await client.flush(maxFlush_ms)),
  }
}

/** The fields of a log line that are reported. */
type Logged = {
  msg: string
  request_id?: string
  name?: string
  code?: string
  message?: string
  /** The stack without its first line, which repeats the message. */
  stack?: string
}

function eventOf(logged: Logged, parseStack: StackParser): Event {
  const { msg, request_id, name, code, message, stack } = logged
  return {
    platform: 'node',
    level: 'error',
    logger: msg,
    tags: { ...(code && { code }), ...(request_id && { request_id }) },
    exception: {
      values: [
        {
          type: name ?? code ?? msg,
          value: withoutPersonalData(message ?? msg),
          stacktrace: { frames: stack ? parseStack(`Error\n${stack}`) : [] },
        },
      ],
    },
  }
}
