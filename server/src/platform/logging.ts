import type { FastifyServerOptions } from 'fastify'
import { pino } from 'pino'

/** Logs without personal data: the path of a request without its query, the status and the time; never headers or bodies. */
export function logging(level: string): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent') return { logger: false }
  return {
    logger: {
      level: shown(level),
      serializers: {
        req: (request) => ({ method: request.method, path: request.url?.split('?')[0], id: request.id }),
        res: (reply) => ({ status: reply.statusCode }),
      },
    },
  }
}

/** The log of what works beside the requests, such as the sending of messages. */
export function backgroundLog(level: string): (facts: object, line: string) => void {
  const log = pino({ level: shown(level) })
  return (facts, line) => log.warn(facts, line)
}

/** Each answered request is news at `info` already, which is too much for a console. */
const shown = (level: string) => (level === 'info' ? 'warn' : level)
