import type { Role } from '@coverdesk/domain/access/rights.ts'
import { mayChangeOwn, type Rights } from '@coverdesk/domain/users/own-rights.ts'
import type { AccessName } from './access-boxes.tsx'

/** What of a record may not be changed. */
export interface Locks {
  role(role: Role): boolean
  claim(claim: string): boolean
  access(name: AccessName): boolean
}

/**
 * What somebody may not change in the own record, by the rule that the server refuses with: a right that is not held
 * cannot be taken, and the role securityadmin and being enabled cannot be given up (A-042, P-34).
 */
export function ownLocks(own: Rights): Locks {
  const refused = (change: Partial<Rights>) => !mayChangeOwn(own, { ...own, ...change })
  return {
    role: (role) =>
      refused({ roles: own.roles.includes(role) ? own.roles.filter((one) => one !== role) : [...own.roles, role] }),
    claim: (claim) => refused({ claims: [...own.claims, claim] }),
    access: (name) => refused({ [name]: !own[name] }),
  }
}
