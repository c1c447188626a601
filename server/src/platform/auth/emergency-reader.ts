import { emergencyResources, emergencyRights } from '@coverdesk/domain/emergency/emergency-contract.ts'
import type { ExportFormat, Route } from '@coverdesk/domain/platform/route.ts'
import type { SignedIn } from './session.ts'

/** The emergency access of a person that holds now; it ends by itself. */
export function activeEmergency(person: SignedIn | null, now: Date): SignedIn['emergency'] {
  return person?.emergency && person.emergency.until > now ? person.emergency : null
}

/** Whether emergency access opens a call: it reads, and it takes no file away. */
export function readsOnly(route: Route, format: ExportFormat | null): boolean {
  return route.method === 'GET' && format === null && route.audit !== 'own'
}

/** The person with what emergency access adds, for one call that reads: all clients' records, whoever their agent is. */
export function emergencyReader(person: SignedIn): SignedIn {
  const visibility = person.visibility
  return {
    ...person,
    roles: [...new Set([...person.roles, ...emergencyRights.roles])],
    claims: [...new Set([...person.claims, ...emergencyRights.claims])],
    visibility: (resource) => (emergencyResources.includes(resource) ? { all: true } : visibility(resource)),
  }
}
