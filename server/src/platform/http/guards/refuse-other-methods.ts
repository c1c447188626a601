import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { newFailure } from '@coverdesk/domain/fail.ts'
import { routerPath } from '@coverdesk/domain/platform/route-request.ts'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { sendFailure } from '../http-errors.ts'

const known: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Responds 405 with an Allow header to other methods on known paths (P-44). */
export function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, Set<string>>()
  for (const route of allRoutes)
    for (const path of [route.path, ...(route.alsoAt ?? [])]) {
      const url = routerPath(path)
      taken.set(url, (taken.get(url) ?? new Set()).add(route.method))
    }
  for (const [url, methods] of taken)
    app.route({
      method: known.filter((method) => !methods.has(String(method))),
      url,
      // Keeps the body unread.
      config: { takesFile: true },
      handler: (request, reply) => {
        void reply.header('allow', [...methods].join(', '))
        return sendFailure(newFailure('request.method_not_allowed'), request, reply)
      },
    })
}
