import { emergencyResources, emergencyRights } from '@coverdesk/domain/emergency/emergency-contract.ts'
import type { ExportFormat, Route } from '@coverdesk/domain/platform/route.ts'
import type { SignedIn } from './session.ts'

/** Active emergency access of a user; expires by itself. */
export function activeEmergency(person: SignedIn | null, now: Date): SignedIn['emergency'] {
  return person?.emergency && person.emergency.until > now ? person.emergency : null
}

/** Whether emergency access allows a call: reads only, no exports. */
export function readsOnly(route: Route, format: ExportFormat | null): boolean {
  return route.method === 'GET' && format === null && route.audit !== 'own'
}

/** User with the rights of emergency access for one read: all clients' records of every agent. */
export function emergencyReader(person: SignedIn): SignedIn {
  const visibility = person.visibility
  return {
    ...person,
    roles: [...new Set([...person.roles, ...emergencyRights.roles])],
    claims: [...new Set([...person.claims, ...emergencyRights.claims])],
    visibility: (resource) => (emergencyResources.includes(resource) ? { all: true } : visibility(resource)),
  }
}
