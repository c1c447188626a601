import type { FastifyServerOptions } from 'fastify'
import { pino } from 'pino'

/** Where a log goes when it is not the console. */
export interface LogStream {
  write: (line: string) => void
}

/**
 * Logs without personal data (P-66): of a request the pattern of its route, since an address may hold a user name or a
 * code, with the status and the time; never query, headers or bodies. Of an error of PostgreSQL what it is and where it
 * came up, but none of its sentences, which quote the values.
 */
export function logging(level: string, stream?: LogStream): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent') return { logger: false }
  return {
    logger: {
      level: shown(level),
      ...(stream ? { stream } : {}),
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none', id: request.id }),
        res: (reply) => ({ status: reply.statusCode }),
        err: toldOf,
      },
    },
  }
}

interface Told {
  [name: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  rule?: string
  cause?: Told
}

/** What the log may hold of an error, and of what caused it. */
export function toldOf(error: Error): Told {
  const told = (name: string): string | undefined => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    return typeof value === 'string' ? value : undefined
  }
  const code = told('code')
  const rule = told('constraint') ?? told('table')
  const quotesValues = told('severity') !== undefined
  const message = quotesValues ? 'told by the database' : error.message
  // The first lines of a stack repeat the message.
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    stack: stack.join('\n'),
    ...(code ? { code } : {}),
    ...(rule ? { rule } : {}),
    ...(error.cause instanceof Error ? { cause: toldOf(error.cause) } : {}),
  }
}

/** The log of what works beside the requests, such as the sending of messages. */
export function backgroundLog(level: string): (facts: object, line: string) => void {
  const log = pino({ level: shown(level), serializers: { err: toldOf } })
  return (facts, line) => log.warn(facts, line)
}

/** Each answered request is news at `info` already, which is too much for a console. */
const shown = (level: string) => (level === 'info' ? 'warn' : level)
