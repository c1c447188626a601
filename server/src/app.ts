import { randomUUID } from 'node:crypto'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { newFailure } from '@coverdesk/domain/fail.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { consentGate } from './consents/consent-gate.ts'
import { bindFeatures, featureConsentSubjects, featureGauges, features } from './features.ts'
import type { Config, HandOffReceiver } from './platform/config/config.ts'
import { answerClientError } from './platform/http/guards/client-error.ts'
import { plainHeaders, requestGuards, securityHeaders } from './platform/http/guards/http-guards.ts'
import { refuseOtherMethods } from './platform/http/guards/refuse-other-methods.ts'
import { requestOrigins } from './platform/http/guards/request-origins.ts'
import { type ClientLimits, clientLimits, httpLimits, refuseSlowClients } from './platform/http/guards/slow-clients.ts'
import { healthRoutes } from './platform/http/health.ts'
import { binder } from './platform/http/http.ts'
import type { Services } from './platform/http/http-call.ts'
import { sendFailure } from './platform/http/http-errors.ts'
import { addSignedBodyParsers } from './platform/http/http-signed.ts'
import { type TlsCertificate, tlsOptions } from './platform/http/listen/tls-certificate.ts'
import { registerOneClick } from './platform/http/one-click.ts'
import { serveApiDocuments } from './platform/http/openapi/api-documents.ts'
import { registerPostedForm } from './platform/http/posted-form.ts'
import { requestAudit } from './platform/http/request-audit.ts'
import { buildIdOf, serveWebPage } from './platform/http/web/web-page.ts'
import { databaseGauges } from './platform/metrics/database-gauges.ts'
import { metricsRoute } from './platform/metrics/metrics-route.ts'
import type { ServerMetrics } from './platform/metrics/server-metrics.ts'
import { socketEdge } from './platform/realtime/socket-edge.ts'
import { wantsSocket } from './platform/realtime/socket-request.ts'
import { type LogStream, logging } from './platform/runtime/logging.ts'
import type { RequestTraces } from './platform/traces/request-traces.ts'

/** Builds the application without listening. `webFolder` contains the built page; without it, only the API is served. */
export async function buildApp(
  services: Services,
  parts: {
    webFolder?: string
    logTo?: LogStream
    keptLog?: LogStream
    limits?: ClientLimits
    /** Certificate for built-in TLS; plain HTTP without. */
    tls?: TlsCertificate
    /** Served at `/metrics`. */
    metrics?: { of: ServerMetrics; token: string } | undefined
    traces?: RequestTraces | null
  } = {},
): Promise<FastifyInstance> {
  const { config } = services
  const https = config.publicUrl.startsWith('https:')
  const headers = plainHeaders(https)
  const limits = parts.limits ?? clientLimits
  const options = {
    ...logging(config.logLevel, { console: parts.logTo, stored: parts.keptLog }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // Trusts X-Forwarded-For of these proxies only, so that clients can't forge their address (P-04).
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    // No total timeout: an upload on a slow line is valid. Headers and stalled bodies have their own (P-80).
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: answerClientError(headers),
    // Hooks don't run for a URL that can't be decoded.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id })
      void sendFailure(error, request, reply)
    },
  } satisfies FastifyServerOptions
  const http = { shouldUpgradeCallback: wantsSocket, ...httpLimits(limits) }
  const app: FastifyInstance = parts.tls
    ? fastify({ ...options, https: { ...http, ...tlsOptions(parts.tls), handshakeTimeout: limits.headers } })
    : fastify({ ...options, http })
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler((request, reply) => sendFailure(newFailure('route.not_found'), request, reply))
  securityHeaders(app, https, {
    forms: formOrigins(config),
    frames: frameOrigins(config),
    microphones: originsOf([config.handOffs.telephony]),
  })
  parts.traces?.observeRequests(app)
  parts.metrics?.of.observeRequests(app)
  requestGuards(app)
  refuseSlowClients(app, limits, config.trustedProxies)
  await requestOrigins(app, config)
  await app.register(fastifyCookie)
  await app.register(fastifyCompress, {
    threshold: 2048,
    customTypes: /^(text\/(html|css|javascript)|application\/(json|javascript)|image\/svg\+xml)/,
  })
  await app.register(fastifyMultipart)
  takeRawFiles(app)
  addSignedBodyParsers(app)

  const buildId = parts.webFolder ? await buildIdOf(parts.webFolder) : 'none'
  const bound = new Set<Route>()
  const record = requestAudit(services.db)
  app.addHook('onClose', () =>
    record.flush().catch((error) => app.log.error({ category: 'Audit', err: error }, 'The audit log is incomplete')),
  )
  const refuseWithoutConsent = consentGate(featureConsentSubjects())
  const on = binder(app, services, bound, { record, refuseWithoutConsent })
  const socketServices = features.flatMap(({ socket = [] }) => socket)
  socketEdge(app, services, record, socketServices)
  bindFeatures(on, { buildId })
  for (const { postedForms = [], oneClicks = [] } of features) {
    for (const form of postedForms) await registerPostedForm(app, services, form)
    for (const click of oneClicks) await registerOneClick(app, services, click)
  }
  const unbound = allRoutes.filter((route) => !bound.has(route))
  if (unbound.length > 0)
    throw new Error(`No handler for ${unbound.map((route) => `${route.method} ${route.path}`).join(', ')}`)

  healthRoutes(app, services)
  if (parts.metrics) {
    parts.metrics.of.addGauges(services, [...databaseGauges, ...featureGauges()])
    metricsRoute(app, parts.metrics.of, parts.metrics.token)
  }
  serveApiDocuments(app)
  refuseOtherMethods(app)
  if (parts.webFolder) await serveWebPage(app, { folder: parts.webFolder, brands: services.brands, buildId })
  return app
}

/** Origins that a page may post forms to: the hand-off applications. */
function formOrigins({ handOffs: { marketplace, ede } }: Config): string[] {
  return originsOf([marketplace, ede])
}

/** Origins that a page may frame: the phone app and the conversations app. */
function frameOrigins({ handOffs: { telephony, marketing } }: Config): string[] {
  return originsOf([telephony, marketing])
}

const originsOf = (receivers: readonly (HandOffReceiver | null)[]) =>
  receivers.flatMap((receiver) => (receiver ? [new URL(receiver.url).origin] : []))

/** Passes other body types as streams to routes that take a file, and rejects them elsewhere. */
function takeRawFiles(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.takesFile) done(null, payload)
    else done(newFailure('request.unsupported_media'))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: boolean
  }
}
