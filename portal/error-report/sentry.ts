/**
 * Sends Sentry's wire format without the data that its SDK collects itself: no integrations, breadcrumbs, addresses or
 * cookies.
 */

import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser'

import { withoutPersonalData } from '#contract/person/personal-value.ts'

import type { ErrorReport } from './report.ts'

let client: BrowserClient | undefined

export function sendReport(dsn: string, { error, screen, call }: ErrorReport): void {
  client ??= newClient(dsn)
  const scope = new Scope()
  scope.setTag('screen', withoutPersonalData(screen))
  if (call) scope.setTag('call', call)
  client.captureException(error, {}, scope)
}

function newClient(dsn: string): BrowserClient {
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
    // Otherwise the report asks Sentry to store the network address that it came from.
    dataCollection: { userInfo: false },
    // An allow-list: fields that a later version adds are not sent.
    beforeSend: ({ event_id, timestamp, tags, exception }) => ({
      type: undefined,
      ...(event_id && { event_id }),
      ...(timestamp && { timestamp }),
      platform: 'javascript',
      level: 'error',
      ...(tags && { tags }),
      exception: {
        values: (exception?.values ?? []).map(({ type, value, stacktrace }) => ({
          ...(type && { type }),
          value: withoutPersonalData(value ?? ''),
          stacktrace: {
            frames: (stacktrace?.frames ?? []).map(({ filename, lineno, colno, ...frame }) => ({
              filename: filename?.split(/[?#]/)[0] ?? '',
              function: frame.function ?? '',
              ...(lineno && { lineno }),
              ...(colno && { colno }),
            })),
          },
        })),
      },
    }),
  })
  client.init()
  return client
}
