import type { Role } from '@coverdesk/domain/access/rights.ts'
import { mayChangeOwn, type Rights } from '@coverdesk/domain/users/own-rights.ts'
import type { AccessName } from './access-boxes.tsx'

/** What can't be changed. */
export interface Locks {
  role(role: Role): boolean
  claim(claim: string): boolean
  access(name: AccessName): boolean
}

/**
 * Locks in the user's own record, by the server's rule: they can't grant themselves rights, nor give up the role
 * securityadmin or being enabled (A-042, P-34).
 */
export function ownLocks(own: Rights): Locks {
  const refused = (change: Partial<Rights>) => !mayChangeOwn(own, { ...own, ...change })
  return {
    role: (role) =>
      refused({ roles: own.roles.includes(role) ? own.roles.filter((name) => name !== role) : [...own.roles, role] }),
    claim: (claim) => refused({ claims: [...own.claims, claim] }),
    access: (name) => refused({ [name]: !own[name] }),
  }
}
