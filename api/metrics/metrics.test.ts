import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { openQueue } from '#api/job/queue.ts'
import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import { release } from '#database/schema-files.ts'

import { createMetrics } from './metrics.ts'
import { openMetricsServer } from './server.ts'

const log = createLog('silent')
let areJobsAway = false
let queueLength = 0
const metrics = createMetrics({
  boss: {
    getQueues: () => (areJobsAway ? Promise.reject(new Error('away')) : boss.getQueues()),
  },
  eventLoopDelay_ms: () => 12,
  isDraining: () => true,
})
const world = await createWorld({
  options: {
    metrics,
    shedding: {
      readPressure: () => ({ queueLength, eventLoopDelay_ms: 0 }),
      hold_ms: 0,
      random: () => 0.5,
    },
  },
})
const { cafe, call } = world
const boss = await openJobs(world.url, log)
afterAll(() => boss.stop())

/** The value of one series, as in `fiel_jobs{queue="mail",state="ready"}`; undefined without such a series. */
async function figure(series: string): Promise<number | undefined> {
  const { text } = await metrics.scrape()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('the figures of a node', () => {
  test('a node’s figures count requests by route pattern and status, and measure their time [D20]', async () => {
    const counted = 'method="GET",route="/api/partner/voucher/:code"'
    const headers = asPartner(cafe)
    await call('GET /partner/voucher/{code}', { headers, params: { code: 'SEGREDO-123' } })
    await call('GET /partner/voucher/{code}', { params: { code: 'SEGREDO-124' } })
    await world.app.inject('/qualquer/coisa')
    expect(await figure(`fiel_http_requests_total{${counted},status="404"}`)).toBe(1)
    expect(await figure(`fiel_http_requests_total{${counted},status="401"}`)).toBe(1)
    expect(await figure(`fiel_http_request_duration_seconds_count{${counted}}`)).toBe(2)
    expect(await figure('fiel_http_requests_total{method="GET",route="none",status="404"}')).toBe(1)
  })

  test('a node’s figures count a stream as an answer without a time [D20]', async () => {
    const { headers } = await world.registered(cafe)
    const url = '/api/points/intention/stream'
    await world.app.inject({ method: 'HEAD', url, headers })
    const labels = `method="HEAD",route="${url}"`
    expect(await figure(`fiel_http_requests_total{${labels},status="200"}`)).toBe(1)
    expect(await figure(`fiel_http_request_duration_seconds_count{${labels}}`)).toBeUndefined()
  })

  test('a node’s figures count the engine’s commands by outcome, and measure its batches [D20]', async () => {
    const { document } = await world.registered(cafe)
    const sales = Array.from({ length: 3 }, () => world.generate(cafe, sale(document)))
    for (const { status } of await Promise.all(sales)) expect(status).toBe(201)
    const unknown = { customer: { email: 'ninguem@exemplo.com.br' } }
    expect((await world.generate(cafe, sale(newCpf(), unknown))).status).toBe(404)
    const commands = (outcome: string) =>
      figure(`fiel_engine_commands_total{verb="earn",outcome="${outcome}"}`)
    expect(await commands('ok')).toBe(3)
    expect(await commands('customer_not_found')).toBe(1)
    expect(await figure('fiel_engine_batch_size_sum')).toBeGreaterThanOrEqual(4)
    expect(await figure('fiel_engine_batch_duration_seconds_count')).toBeGreaterThanOrEqual(1)
  })

  test('a node’s figures count a shed request in its class, and not as in progress [D20 T20]', async () => {
    queueLength = 190
    await call('GET /prize')
    queueLength = 0
    expect(await figure('fiel_requests_shed_total{class="list"}')).toBe(1)
    expect(await figure('fiel_requests_shed_total{class="login"}')).toBe(0)
    expect(await figure('fiel_requests_in_progress{class="list"}')).toBe(0)
  })

  test('a node’s figures show pool, event loop, streams, connections, release and process [D20]', async () => {
    expect(await figure('fiel_pool_max_connections')).toBe(10)
    const connection = await world.appDatabase.connect()
    expect(await figure('fiel_pool_connections{state="busy"}')).toBeGreaterThanOrEqual(1)
    connection.release()
    expect(await figure('fiel_pool_waiting')).toBe(0)
    expect(await figure('fiel_event_loop_delay_seconds')).toBe(0.012)
    expect(await figure('fiel_streams_open')).toBe(0)
    expect(await figure('fiel_connections_open')).toBe(0)
    expect(await figure('fiel_draining')).toBe(1)
    expect(await figure(`fiel_build_info{version="${release}"}`)).toBe(1)
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })
})

describe('the figures of waiting work', () => {
  test('figures of waiting work count jobs by queue and state [D20]', async () => {
    await boss.createQueue('mail')
    await boss.send('mail', {})
    await boss.supervise('mail')
    expect(await figure('fiel_jobs{queue="mail",state="ready"}')).toBe(1)
    expect(await figure('fiel_jobs{queue="mail",state="failed"}')).toBe(0)
    expect(await figure('fiel_database_up')).toBe(1)
  })

  test('figures of waiting work count dead letters by queue, at once [D20]', async () => {
    await openQueue(boss, 'push', {})
    expect(await figure('fiel_dead_letters{queue="push"}')).toBe(0)
    const id = await boss.send('push', {}, { retryLimit: 0 })
    await boss.fetch('push')
    await boss.fail('push', id!)
    expect(await figure('fiel_dead_letters{queue="push"}')).toBe(1)
    expect(await figure('fiel_jobs{queue="dead_letter",state="ready"}')).toBeUndefined()
  })

  test('figures of waiting work show the progress of a back-fill [D20]', async () => {
    const { rows: none } = await world.database.query('select from back_fill')
    expect(none).toEqual([])
    await world.database.query(`insert into back_fill (name, row_count) values ('99_colour', 12)`)
    expect(await figure('fiel_back_fill_rows{back_fill="99_colour"}')).toBe(12)
    expect(await figure('fiel_back_fill_waiting{back_fill="99_colour"}')).toBe(1)
    await world.database.query('update back_fill set ended_at = now()')
    expect(await figure('fiel_back_fill_waiting{back_fill="99_colour"}')).toBe(0)
  })

  test('figures show how many webhook messages are due and how late, without removed endpoints [D20]', async () => {
    const url = 'https://loja.exemplo.com.br/fiel'
    await world.createCompany('cafe', { webhooks: [{ url }] })
    await world.generate(cafe, sale(newCpf()))
    expect(await figure('fiel_webhook_deliveries{state="due"}')).toBeGreaterThan(0)
    const { text: before } = await metrics.scrape()
    expect(before).toContain('\nfiel_webhook_overdue_seconds 0\n')
    world.moveClock('2026-11-20T15:05:00Z')
    expect(await figure('fiel_webhook_overdue_seconds')).toBe(300)
    await world.createCompany('cafe', { webhooks: [] })
    expect(await figure('fiel_webhook_deliveries{state="due"}')).toBe(0)
    expect(await figure('fiel_webhook_overdue_seconds')).toBe(0)
  })

  test('figures of waiting work are left out while the database is away; a node’s own still come [D20]', async () => {
    areJobsAway = true
    expect(await figure('fiel_database_up')).toBe(0)
    expect(await figure('fiel_jobs{queue="mail",state="ready"}')).toBeUndefined()
    expect(await figure('fiel_pool_max_connections')).toBe(10)
    areJobsAway = false
    expect(await figure('fiel_database_up')).toBe(1)
  })
})

test('the operating guide explains each figure of Fiel, and no other', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/operating-guide.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| `(fiel_\w+)/gm)].map(([, name]) => name!)
  const { text } = await metrics.scrape()
  const measured = [...text.matchAll(/^# TYPE (fiel_\w+)/gm)].map(([, name]) => name!)
  expect(listed.toSorted()).toEqual(measured.toSorted())
})

describe('the alert rules and the dashboard', () => {
  const page = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
  const alerts = page('monitoring/alerts.yaml')
  const { groups } = parse(alerts) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const dashboard = JSON.parse(page('monitoring/dashboard.json')) as { panels: Panel[] }
  const targets = dashboard.panels.flatMap(({ targets = [] }) => targets)
  const expressions = [...rules, ...targets].map(({ expr }) => expr)

  test('alert rules and dashboard use only figures that a node or the audit has [D20]', async () => {
    const { text } = await metrics.scrape()
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name! + part) : name!,
    )
    const audit = readFileSync(join(import.meta.dirname, '../audit/command.ts'), 'utf8')
    const audited = [...audit.matchAll(/fiel_audit_\w+/g)].map(([name]) => name)
    const used = expressions.flatMap((expr) => expr.match(/\b(fiel|process|nodejs)_\w+/g) ?? [])
    expect(used.length).toBeGreaterThan(50)
    expect(used.filter((name) => ![...types, ...audited].includes(name))).toEqual([])
  })

  test('alert rules and dashboard name only routes that the contract has', () => {
    const routes = Object.keys(endpoints).map(
      (key) => `/api${key.split(' ')[1]!.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    const patterns = expressions.flatMap((expr) => [...expr.matchAll(/route=~?"([^"]+)"/g)])
    const wanted = patterns.flatMap(([, pattern]) => pattern!.split('|'))
    expect(wanted.length).toBeGreaterThan(5)
    const missing = wanted.filter(
      (one) => !routes.some((route) => new RegExp(`^${one}$`).test(route)),
    )
    expect(missing).toEqual([])
  })

  test('each alert rule says what happens, why that is wrong, and what to do; the guide lists it', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(Object.keys(annotations), alert).toEqual(['summary', 'reason', 'action'])
      expect(annotations['reason'], alert).toMatch(/\d/)
      expect(['page', 'ticket'], alert).toContain(labels.severity)
    }
    const listed = [...page('operating-guide.md').matchAll(/^\| `(Fiel\w+)`/gm)]
    expect(listed.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  })
})

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: Record<string, string>
}
type Panel = { targets?: { expr: string }[] }

test('no figure names a company, a customer, a key or a requested path [D20 T19]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const { text } = await metrics.scrape()
  for (const secret of [cafe.id, cafe.key, customer.id, customer.document, customer.email]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(/SEGREDO|qualquer|[\da-f]{8}-[\da-f]{4}/)
})

test('each app has figures of its own, although all share a process', async () => {
  const other = createMetrics({ boss, eventLoopDelay_ms: () => 0, isDraining: () => false })
  const { text } = await other.scrape()
  expect(text).toContain('\nfiel_draining 0\n')
  expect(text).not.toContain('fiel_http_requests_total{')
})

describe('GET /metrics', async () => {
  const { url, close } = await openMetricsServer(metrics, { port: 0, host: '127.0.0.1', log })
  afterAll(close)

  test('GET /metrics answers on a port of its own, in Prometheus’ text format [D20]', async () => {
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('# TYPE fiel_http_requests_total counter')
    expect((await fetch(url.replace('metrics', 'other'))).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })

  test('GET /metrics on the port of the API has no figures [D20]', async () => {
    for (const path of ['/metrics', '/api/metrics']) {
      const { statusCode, body } = await world.app.inject(path)
      expect(statusCode).toBe(404)
      expect(body).not.toContain('fiel_')
    }
  })

  test('a node fails to start, with one sentence, if the port of its figures is in use', async () => {
    const port = Number(new URL(url).port)
    await expect(openMetricsServer(metrics, { port, host: '127.0.0.1', log })).rejects.toThrow(
      `METRICS_PORT ${port} of 127.0.0.1 cannot be used (EADDRINUSE).`,
    )
  })
})
