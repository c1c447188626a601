import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onRequestEnd } from '../metrics/request-ends.ts'

/** Traces of the requests of one process. */
export interface RequestTraces {
  /** Adds a span for each request of an app. */
  observeRequests: (app: FastifyInstance) => void
  /** Adds a span for a query that has just ended, under the request that sent it. Other queries have no span. */
  noteQuery: (text: string, milliseconds: number) => void
  /** Sends the remaining spans. */
  stop: () => Promise<void>
}

interface TraceOptions {
  /** Base address of the collector (OTLP over HTTP). */
  endpoint: string
  /** Part of the requests that is traced, 0 to 1. */
  ratio: number
  server: string
}

const maxText = 2_000

/**
 * Starts to send traces: a request with its route, status and request id, and its queries with their text. Neither has values,
 * so no personal data. A `traceparent` of the caller becomes the parent, but does not decide what is traced.
 */
export function requestTraces({ endpoint, ratio, server }: TraceOptions): RequestTraces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'coverdesk', 'service.instance.id': server }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('coverdesk')
  const running = new AsyncLocalStorage<Span>()
  const spans = new WeakMap<FastifyRequest, Span>()
  return {
    observeRequests: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.routeOptions.config.heldOpen) return done()
        const span = startRequest(tracer, request)
        spans.set(request, span)
        // Developer tools show it: the request of a browser is found by it.
        if (span.isRecording()) void reply.header('server-timing', `traceparent;desc="${traceparentOf(span)}"`)
        running.run(span, done)
      })
      // A body arrives by events of the socket, which know nothing of the request.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = spans.get(request)
        if (span) running.run(span, done)
        else done()
      })
      onRequestEnd(app, (request, _reply, status) => {
        const span = spans.get(request)
        if (!span) return
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
    },
    noteQuery: (text, milliseconds) => {
      const parent = running.getStore()
      if (!parent?.isRecording()) return
      const endTime = Date.now()
      const line = text.replace(/\s+/g, ' ').trim()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': line.slice(0, maxText) }
      const started = { kind: SpanKind.CLIENT, startTime: endTime - milliseconds, attributes }
      tracer.startSpan(operationOf(line), started, trace.setSpan(ROOT_CONTEXT, parent)).end(endTime)
    },
    // A collector that is down must not keep the server from stopping.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

function startRequest(tracer: Tracer, request: FastifyRequest): Span {
  const { method, headers, id, routeOptions } = request
  const route = routeOptions.url ?? 'none'
  const caller = headers.traceparent === undefined ? null : parseTraceParent(String(headers.traceparent))
  const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
  const attributes = { 'http.request.method': method, 'http.route': route, 'coverdesk.request_id': id }
  return tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
}

function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

/** 'SELECT', 'WITH' or 'UPDATE'. */
const operationOf = (line: string) => /^\w+/.exec(line)?.[0].toUpperCase() ?? 'QUERY'
