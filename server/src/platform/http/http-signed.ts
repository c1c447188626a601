import { isUtf8 } from 'node:buffer'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedRequest } from './http-call.ts'

/** Media types of what another party's machine signs. */
const encodings = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

/**
 * Reads JSON as ever, but hands the bodies of `signed` routes on as they were sent, in their own encoding and no other:
 * a signature is made of the bytes, not of what they say.
 */
export function readSignedBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(encodings.json, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8())
    if (request.routeOptions.config.signed === undefined) return void json(request, body.toString(), done)
    done(
      request.routeOptions.config.signed === 'json' ? null : new Failure('request.unsupported_media'),
      body.toString(),
    )
  })
  app.addContentTypeParser<Buffer>(encodings.form, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(notUtf8())
    done(
      request.routeOptions.config.signed === 'form' ? null : new Failure('request.unsupported_media'),
      body.toString(),
    )
  })
}

/** Decoding would put other characters in place of the broken ones, and save what nobody wrote. */
const notUtf8 = () => new Failure('request.malformed', { message: 'The request is not valid UTF-8' })

/** The request of a signed route as it was sent. */
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

/** What it says. */
export function membersSigned({ body }: SignedRequest, encoding: NonNullable<Route['signed']>): unknown {
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
