import { mayPass } from '../access/claim-expression.ts'
import { actionRules, barRules, type SectionName, sectionRules } from '../access/portal-rules.ts'

/** What decides over what somebody may open. */
export interface Opening {
  roles: readonly string[]
  claims: readonly string[]
  enable: boolean
}

/** What a change of rights means for the person, in the specification's names. */
export interface RightsEffect {
  opens: readonly string[]
  closes: readonly string[]
  /** Claims given or taken that open and close nothing by themselves, such as admin.Policy beside view.Policy. */
  given: readonly string[]
  taken: readonly string[]
  /** Where the person stands afterwards: in the portal, or before which closed door. */
  stands: 'inside' | 'disabled' | 'no role' | 'consumer' | 'not an agent'
}

interface Part {
  name: string
  allow: string
  /** Also for who does not get into the portal. */
  outside?: true
}

/** Everything that opens by a right, with its rule (portal §6); links of one rule are named by their section. */
export const portalParts: readonly Part[] = [
  { name: 'Consumer home', allow: 'consumer|customer', outside: true },
  ...(['Application', 'Dashboard', 'Customer', 'Leads', 'Policies', 'Direct Enrollment', 'Pto'] as const).map(section),
  ...linksOf('Commission', (label) => `Commission: ${label}`),
  ...(['Offline Form', 'Marketing'] as const).map(section),
  ...linksOf('Administration', (label) => label),
  ...linksOf('Security', (label) => `Security: ${label}`),
  { name: 'Marketplace (DE)', allow: barRules.marketplace },
  { name: 'EDE', allow: barRules.ede },
  { name: 'Telephony', allow: barRules.telephony },
  { name: 'Commission: loading and deleting statements', allow: actionRules.runStatements },
  { name: 'Upload of marketplace applications', allow: actionRules.loadApplications },
]

function section(name: SectionName): Part {
  return { name, allow: sectionRules[name].allow }
}

function linksOf(name: 'Commission' | 'Administration' | 'Security', named: (label: string) => string): Part[] {
  return Object.entries(sectionRules[name].links).map(([label, allow]) => ({ name: named(label), allow }))
}

/** What opens and closes when a person's rights go from `before` to `after`; nothing opens for a disabled person. */
export function effectOfRights(before: Opening, after: Opening): RightsEffect {
  const [open, opening] = [openParts(before), openParts(after)]
  const opens = opening.filter((part) => !open.includes(part))
  const closes = open.filter((part) => !opening.includes(part))
  return {
    opens: opens.map(({ name }) => name),
    closes: closes.map(({ name }) => name),
    given: missing(after.claims, before.claims).filter((claim) => !asksFor(opens, claim)),
    taken: missing(before.claims, after.claims).filter((claim) => !asksFor(closes, claim)),
    stands: standing(after),
  }
}

/** Whether a person with these rights may open the part of that name. */
export function opensPart(rights: Opening, name: string): boolean {
  return openParts(rights).some((part) => part.name === name)
}

function openParts(rights: Opening): readonly Part[] {
  if (!rights.enable) return []
  const inside = standing(rights) === 'inside'
  return portalParts.filter((part) => (inside || part.outside) && mayPass(part.allow, rights))
}

function standing(rights: Opening): RightsEffect['stands'] {
  if (!rights.enable) return 'disabled'
  if (rights.roles.length === 0) return 'no role'
  if (mayPass('agent|customer', rights)) return 'inside'
  return mayPass('consumer', rights) ? 'consumer' : 'not an agent'
}

/** Whether one of the parts has a rule to which the claim contributes; admin.X stands for view.X, too. */
function asksFor(parts: readonly Part[], claim: string): boolean {
  return parts.some(({ allow }) => {
    const names = allow.toLowerCase().split(/[\s|]+/)
    const name = claim.toLowerCase()
    return names.includes(name) || (name.startsWith('admin.') && names.includes(name.replace('admin.', 'view.')))
  })
}

/** Those of `names` that `others` does not hold; case does not matter. */
function missing(names: readonly string[], others: readonly string[]): string[] {
  const held = new Set(others.map((name) => name.toLowerCase()))
  return names.filter((name) => !held.has(name.toLowerCase()))
}
