import { isUtf8 } from 'node:buffer'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedRequest } from './http-call.ts'

/** Media types of signed webhooks. */
const encodings = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

/**
 * Parses JSON bodies, except those of `signed` routes: these stay raw text, because the signature covers the bytes.
 * A signed route accepts only its own media type.
 */
export function addSignedBodyParsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(encodings.json, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8())
    if (request.routeOptions.config.signed === undefined) return void json(request, body.toString(), done)
    done(
      request.routeOptions.config.signed === 'json' ? null : newFailure('request.unsupported_media'),
      body.toString(),
    )
  })
  app.addContentTypeParser<Buffer>(encodings.form, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8())
    done(
      request.routeOptions.config.signed === 'form' ? null : newFailure('request.unsupported_media'),
      body.toString(),
    )
  })
}

/** Decoding would silently replace the invalid bytes. */
const notUtf8 = () => newFailure('request.malformed', { message: 'The request is not valid UTF-8' })

/** Raw request of a signed route. */
export function signedRequest(request: FastifyRequest): SignedRequest {
  return {
    path: request.url,
    body: typeof request.body === 'string' ? request.body : '',
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
  }
}

/** Parses the body of a signed request. */
export function parseSignedBody({ body }: SignedRequest, encoding: NonNullable<Route['signed']>): unknown {
  if (encoding === 'form') return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body)
  } catch {
    return fail('request.malformed')
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    signed?: Route['signed']
  }
}
