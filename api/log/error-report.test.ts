import { afterAll, expect, test } from 'vitest'

import { eventIn, startErrorService } from '#api/testing/fakes/error-service.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { openErrorReport } from './error-report.ts'
import { createLog } from './log.ts'

const service = await startErrorService()
afterAll(service.close)
let now = new Date('2026-11-20T15:00:00Z')
const report = openErrorReport(service.dsn, () => now)
const world = await createWorld({ log: (line) => void (isError(line) && report.write(line)) })
const { cafe, call } = world

test('a defect is reported with its place and request id, without personal data [R13.2 D12]', async () => {
  const customer = await world.registered(cafe, { name: 'Zuleica Canário' })
  await world.database.query('alter table points_record rename to hidden_record')
  const answer = await call('GET /points', { headers: customer.headers })
  await world.database.query('alter table hidden_record rename to points_record')
  expect(answer.status).toBe(500)
  await report.flush()

  const reported = service.received.map(eventIn)
  const defect = reported.find(
    ({ tags }) => tags?.['request_id'] === answer.headers['x-request-id'],
  )
  const { stacktrace } = defect!.exception.values[0]!
  expect(stacktrace.frames.some(({ filename }) => filename.endsWith('history.ts'))).toBe(true)
  const { email, document, token, name } = customer
  for (const canary of [email, document, token, name, cafe.id, cafe.hostname]) {
    expect(service.received.map(withoutHeaders).join('')).not.toContain(canary)
  }
})

test('only errors are reported, equal ones once a minute, without personal data in the message [R13.2]', async () => {
  service.received.length = 0
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) }, report)
  const failure = { name: 'TypeError', message: 'no person 529.982.247-25 at ana@exemplo.com.br' }
  log.info(failure, 'nothing wrong')
  log.error(failure, 'internal')
  log.error(failure, 'internal')
  await report.flush()
  expect(lines).toHaveLength(3)
  expect(service.received.map((one) => eventIn(one).exception.values[0]!.value)).toEqual([
    'no person [number] at [email]',
  ])
  now = new Date('2026-11-20T15:01:00Z')
  log.error(failure, 'internal')
  await report.flush()
  expect(service.received).toHaveLength(2)
})

test('a malformed DSN is refused at the start [R13.2]', () => {
  expect(() => openErrorReport('sentry.io', () => now)).toThrow('https://key@host/project')
})

function isError(line: string): boolean {
  return JSON.parse(line).level >= 50
}

/** Removes the request's headers, which come first. A port in them could match a canary value by chance. */
function withoutHeaders(envelope: string): string {
  return envelope.slice(envelope.indexOf('\n'))
}
