/** The portal's choice of errors to report, and when. e2e/error-report.spec.ts shows what the service receives. */

import { beforeEach, expect, test, vi } from 'vitest'

import type { ErrorReport } from './report.ts'

const browser = { onLine: true }
const listeners = new Map<string, (event: object) => void>()
let dsn: string | undefined

vi.stubGlobal('document', { querySelector: () => (dsn === undefined ? null : { content: dsn }) })
vi.stubGlobal('navigator', browser)
vi.stubGlobal('location', { pathname: '/store' })
vi.stubGlobal('window', {
  addEventListener: (name: string, listener: (event: object) => void) =>
    void listeners.set(name, listener),
})

const sent: { dsn: string; report: ErrorReport }[] = []
vi.mock('./sentry.ts', () => ({
  sendReport: (to: string, report: ErrorReport) => void sent.push({ dsn: to, report }),
}))

/** A page that has just been opened. */
async function openPage() {
  vi.resetModules()
  return import('./report.ts')
}
const messages = () => sent.map(({ report }) => (report.error as Error).message)
const settled = () => vi.waitFor(() => expect(sent.length).toBeGreaterThan(0))

beforeEach(() => {
  sent.length = 0
  listeners.clear()
  browser.onLine = true
  dsn = 'https://key@sentry.example/1'
})

test('a report has the error, the screen and the call [R13.1]', async () => {
  const { report } = await openPage()
  const error = new Error('no answer')
  report(error, 'GET /prize')
  await settled()
  expect(sent).toEqual([{ dsn, report: { error, screen: '/store', call: 'GET /prize' } }])
})

test('an answer with a status is not reported, because the server has logged it [R13.1]', async () => {
  const { report } = await openPage()
  report(Object.assign(new Error('refused'), { status: 422 }))
  report(Object.assign(new Error('no answer'), { status: null }))
  report('a text that was thrown')
  await settled()
  expect(messages()).toEqual(['no answer'])
})

test('the same failure is reported once for each call', async () => {
  const { report } = await openPage()
  const error = new Error('no answer')
  report(error, 'GET /prize')
  report(error)
  report(new Error('no answer'), 'GET /prize')
  report(new Error('no answer'), 'GET /points')
  await settled()
  expect(sent.map(({ report: { call } }) => call)).toEqual(['GET /prize', 'GET /points'])
})

test('a page with many failures stops after ten reports', async () => {
  const { report } = await openPage()
  for (let count = 0; count < 30; count += 1) report(new Error(`defect ${count}`))
  await settled()
  expect(sent).toHaveLength(10)
})

test('a report waits until the device is online', async () => {
  const { report, reportUncaught } = await openPage()
  reportUncaught()
  browser.onLine = false
  report(new Error('first'))
  report(new Error('second'))
  await Promise.resolve()
  expect(sent).toEqual([])
  browser.onLine = true
  listeners.get('online')!({})
  await settled()
  expect(messages()).toEqual(['first', 'second'])
})

test('uncaught errors and rejections are reported', async () => {
  const { reportUncaught } = await openPage()
  reportUncaught()
  listeners.get('error')!({ error: new Error('thrown') })
  listeners.get('unhandledrejection')!({ reason: new Error('rejected') })
  await settled()
  expect(messages()).toEqual(['thrown', 'rejected'])
})

test('without an error-reporting service the page adds no listeners and sends no reports', async () => {
  dsn = undefined
  const { report, reportUncaught } = await openPage()
  reportUncaught()
  report(new Error('defect'))
  expect(listeners.size).toBe(0)
  // If the page has a service later, it gets only later errors. The error from before was dropped.
  dsn = 'https://key@sentry.example/1'
  report(new Error('later'))
  await settled()
  expect(messages()).toEqual(['later'])
})
