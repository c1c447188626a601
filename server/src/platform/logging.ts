import type { FastifyServerOptions } from 'fastify'

/** Logs without personal data: the path of a request without its query, the status and the time; never headers or bodies. */
export function logging(level: string): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent') return { logger: false }
  return {
    logger: {
      level: level === 'info' ? 'warn' : level,
      serializers: {
        req: (request) => ({ method: request.method, path: request.url?.split('?')[0], id: request.id }),
        res: (reply) => ({ status: reply.statusCode }),
      },
    },
  }
}
