import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { Exchange } from '../integrations/exchange.ts'
import type { Services } from './http-call.ts'

/**
 * The services of a route, in which the exchange is reachable only as far as the route's `clientConsent` says: wholly
 * behind the gate, its plans with a reason why no consent is needed, and not at all without a declaration.
 */
export function withDeclaredExchange(services: Services, { clientConsent: rule, method, path }: Route): Services {
  if (rule && 'scopes' in rule) return services
  const refuse = (): never => {
    throw new Error(`${method} ${path} asks the exchange about a person without declaring the client's consent`)
  }
  const exchange = (): Exchange =>
    rule
      ? {
          ...services.exchange,
          application: refuse,
          apply: refuse,
          requestAuthorization: refuse,
          authorization: refuse,
          enroll: refuse,
        }
      : refuse()
  // Inherits the rest, so that a member that is replaced later is seen here too.
  return Object.create(services, { exchange: { get: exchange } })
}
