/**
 * Traces for OpenTelemetry (D20): a span for each request, and below it the batches and statements that it waited for. The
 * span of a request holds the method, the route pattern, the status, the error code and the request id of the log. The span
 * of a statement holds the text without the values. No span holds a path, query, header, address, body or value (T19).
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import proxyaddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { ApiError } from '#api/http/api-error.ts'
import { batchChannel, memberChannel } from '#database/batch.ts'
import { release } from '#database/schema-files.ts'
import { type Statement, statementChannel } from '#database/sql.ts'

import {
  BatchSpanProcessor,
  type Context,
  defaultResource,
  detectResources,
  envDetector,
  OTLPTraceExporter,
  ParentBasedSampler,
  resourceFromAttributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  TraceIdRatioBasedSampler,
  type Tracer,
  TracerProvider,
} from './otel/otel.ts'

export type Traces = {
  /** Call it before the first route is added, because its hooks trace only routes that are added later. */
  traceRequests: (app: FastifyInstance) => void
  /** Sends the spans that are not sent yet, and ends the tracing. */
  close: () => Promise<void>
}

type Settings = {
  /** The address of a collector that speaks OTLP over HTTP, without /v1/traces. */
  endpoint: string
  /** The share of requests that are traced, from 0 to 1. */
  share: number
  /** Only these addresses may name the trace of a request. A stranger could fill a trace, or have each request traced. */
  trustedProxies: string[]
}

export function openTraces({ endpoint, share, trustedProxies }: Settings): Traces {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'fiel', 'service.version': release }))
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('fiel', release)
  const active = new AsyncLocalStorage<Span | undefined>()
  const stops = [traceStatements(tracer, active), traceBatches(tracer, active)]
  return {
    traceRequests: (app) => traceRequests(tracer, active, app, proxyaddr.compile(trustedProxies)),
    close: async () => {
      for (const stop of stops) stop()
      await provider.shutdown()
    },
  }
}

type Active = AsyncLocalStorage<Span | undefined>

const below = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span)

function traceRequests(
  tracer: Tracer,
  active: Active,
  app: FastifyInstance,
  isProxy: (address: string, hop: number) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const end = (request: FastifyRequest, done: () => void) => {
    spans.get(request)?.end()
    done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request
    const route = routeOptions.url
    // Do not trace probes: load balancers send them every 2 s, and their spans tell nothing.
    if (route === '/live' || route === '/ready') {
      done()
      return
    }
    const attributes = {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'fiel.request_id': id,
    }
    const address = request.raw.socket.remoteAddress
    const parent =
      address !== undefined && isProxy(address, 0) ? remoteParent(request) : ROOT_CONTEXT
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    active.run(span, done)
  })
  // The hooks from here on run in the context of the socket that has brought the body.
  app.addHook('preValidation', (request, _reply, done) => active.run(spans.get(request), done))
  app.addHook('onError', (request, _reply, error, done) => {
    spans
      .get(request)
      ?.setAttribute('error.type', error instanceof ApiError ? error.code : typeOf(error))
    done()
  })
  app.addHook('onRequestAbort', end)
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    end(request, done)
  })
}

/** The header of https://www.w3.org/TR/trace-context/. A malformed one begins a new trace. */
function remoteParent({ headers }: FastifyRequest): Context {
  const header = String(headers['traceparent'])
  const [, traceId, spanId, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Makes a span for each statement of a traced request. Returns the function that stops this. */
function traceStatements(tracer: Tracer, active: Active): () => void {
  const spans = new WeakMap<object, Span>()
  const handlers = {
    start: (message: { statement: Statement }) => {
      const parent = active.getStore()
      if (!parent?.isRecording()) return
      const text = message.statement.text.replaceAll(/\s+/g, ' ').trim()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 500) }
      const options = { kind: SpanKind.CLIENT, attributes }
      spans.set(message, tracer.startSpan(summaryOf(text), options, below(parent)))
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (message: object) => spans.get(message)?.end(),
    error: (message: object & { error: unknown }) => fail(spans.get(message), message.error),
  }
  statementChannel.subscribe(handlers)
  return () => statementChannel.unsubscribe(handlers)
}

/** `select balance`: the verb and the first table or function of a statement. */
function summaryOf(text: string): string {
  const [verb = ''] = /^\w+/.exec(text) ?? []
  const [, target] = /\b(?:from|into|update|lateral) (?!jsonb|rows\b)(\w+)/.exec(text) ?? []
  return target === undefined ? verb : `${verb} ${target}`
}

/**
 * Makes a span for each batch. A batch serves many requests. Its span is below the span of the first request. The spans of the
 * other requests and the batch's span are linked in both directions. Returns the function that stops this.
 */
function traceBatches(tracer: Tracer, active: Active): () => void {
  const requests = new WeakMap<object, Span>()
  const batches = new WeakMap<object, Span>()
  const noteMember = (member: unknown) => {
    const request = active.getStore()
    if (request?.isRecording()) requests.set(member as object, request)
  }
  function startBatch({ members }: { members: object[] }): Span | undefined {
    const found = members.map((member) => requests.get(member)).filter((span) => span !== undefined)
    const [first, ...others] = new Set(found.filter((span) => span.isRecording()))
    if (first === undefined) return undefined
    const links = others.map((span) => ({ context: span.spanContext() }))
    const attributes = { 'fiel.batch.size': members.length }
    const batch = tracer.startSpan('batch', { attributes, links }, below(first))
    for (const span of others) span.addLink({ context: batch.spanContext() })
    return batch
  }
  const handlers = {
    start: () => undefined,
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (message: object) => batches.get(message)?.end(),
    error: (message: object & { error: unknown }) => fail(batches.get(message), message.error),
  }
  subscribe(memberChannel.name, noteMember)
  batchChannel.subscribe(handlers)
  batchChannel.start.bindStore(active, (message) => {
    const batch = startBatch(message)
    if (batch) batches.set(message, batch)
    return batch
  })
  return () => {
    unsubscribe(memberChannel.name, noteMember)
    batchChannel.unsubscribe(handlers)
    batchChannel.start.unbindStore(active)
  }
}

function fail(span: Span | undefined, error: unknown): void {
  span?.setAttribute('error.type', typeOf(error))
  span?.setStatus({ code: SpanStatusCode.ERROR })
}

/** PostgreSQL's code, or the error's name. A message may quote a value. */
function typeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name: string }
  return code ?? name
}
