import { allClaims } from '../access/all-claims.ts'
import { type Role, roles } from '../access/rights.ts'
import type { Rights } from './own-rights.ts'

/** Distinct roles in the order of their list. */
export function tidyRoles(given: readonly Role[]): Role[] {
  return roles.filter((role) => given.includes(role))
}

/** Distinct claims, case-insensitively (ACCESS-03): known ones in their spelling and order, then others. */
export function tidyClaims(given: readonly string[]): string[] {
  const bySpelling = new Map(given.map((claim) => [claim.toLowerCase(), claim]))
  const known = allClaims.filter((claim) => bySpelling.delete(claim.toLowerCase()))
  return [...known, ...[...bySpelling.values()].sort()]
}

/** Added and removed rights for the audit record: names of rights only. Empty if nothing changes. */
export function rightChanges(before: Rights, after: Rights): Record<string, string | boolean> {
  const named = (name: string, from: readonly string[], to: readonly string[]) => ({
    [`${name}Added`]: to.filter((one) => !from.includes(one)).join(', '),
    [`${name}Removed`]: from.filter((one) => !to.includes(one)).join(', '),
  })
  const changes: Record<string, string | boolean> = {
    ...named('roles', before.roles, after.roles),
    ...named('claims', before.claims, after.claims),
  }
  for (const [name, value] of Object.entries(changes)) if (value === '') delete changes[name]
  if (before.hasFullAgentAccess !== after.hasFullAgentAccess) changes.fullAgentAccess = after.hasFullAgentAccess
  if (before.enable !== after.enable) changes.enabled = after.enable
  if (before.applicationId !== after.applicationId) changes.application = after.applicationId !== null
  return changes
}
