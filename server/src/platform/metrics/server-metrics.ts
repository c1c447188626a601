import type { FastifyInstance } from 'fastify'
import {
  Counter,
  collectDefaultMetrics,
  Gauge as GaugeMetric,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import { databaseAnswers } from '../db/cluster/database-answers.ts'
import type { Services } from '../http/http-call.ts'
import type { Gauge } from './gauge.ts'
import { onRequestEnd } from './request-ends.ts'

/** Seconds; the aims are 100 ms for a list and 1 s for a report. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
/** With the wait for the database, less than the 10 s after which Prometheus gives up. */
const maxGaugeMs = 5_000
const prefix = 'coverdesk_'
/** Gauges of prom-client with the name of a counter, which `promtool check metrics` refuses. */
const misnamedGauges = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Figures of one process. */
export interface ServerMetrics {
  /** Counts the requests of an app by method, route and status, 499 for those that the client gave up. */
  observeRequests: (app: FastifyInstance) => void
  /** Counts a run of a background job. */
  countJobRun: (name: string, succeeded: boolean) => void
  /** Adds gauges, which are read at each scrape. */
  addGauges: (services: Services, gauges: readonly Gauge[]) => void
  /** All figures in the OpenMetrics format. */
  scrape: () => Promise<{ mediaType: string; text: string }>
}

/** Starts measuring this process. */
export function serverMetrics(): ServerMetrics {
  // OpenMetrics alone: prom-client renames the counters of a registry in this format for good.
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route, until the last byte was sent. Status 499: the client closed the connection before.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBuckets,
    registers,
  })
  const jobRuns = new Counter({
    name: `${prefix}job_runs_total`,
    help: 'Runs of background jobs by outcome.',
    labelNames: ['job', 'outcome'] as const,
    registers,
  })
  const failedGauges = new Counter({
    name: `${prefix}gauge_failures_total`,
    help: 'Gauges that could not be read at a scrape.',
    labelNames: ['gauge'] as const,
    registers,
  })
  return {
    observeRequests: (app) => {
      onRequestEnd(app, (request, reply, status) => {
        if (request.routeOptions.config.heldOpen) return
        const { method } = request
        // An address without a route is the caller's invention: one series for all of them.
        const route = request.routeOptions.url ?? 'none'
        duration.observe({ method, route, status }, reply.elapsedTime / 1000)
      })
    },
    countJobRun: (job, succeeded) => jobRuns.inc({ job, outcome: succeeded ? 'succeeded' : 'failed' }),
    addGauges: (services, gauges) => {
      for (const { name, help, label, withoutDatabase, read } of gauges)
        new GaugeMetric({
          name: prefix + name,
          help,
          labelNames: label === undefined ? [] : [label],
          registers,
          async collect() {
            this.reset()
            // A reset gauge without a label reports 0, which would be a false figure.
            if (label === undefined) this.remove()
            try {
              if (!withoutDatabase && !(await databaseAnswers(services.db)))
                throw new Error('The database does not answer')
              for (const sample of await soon(read(services)))
                this.set(label === undefined ? {} : { [label]: sample.label ?? '' }, sample.value)
            } catch {
              failedGauges.inc({ gauge: name })
            }
          },
        })
    },
    scrape: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
  }
}

/** A gauge whose query hangs must not keep the others from being scraped. */
async function soon<T>(read: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The gauge took too long')), maxGaugeMs)
  try {
    return await Promise.race([read, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
