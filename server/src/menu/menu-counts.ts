import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { CountedLink } from '@coverdesk/domain/menu/menu-contract.ts'
import { leadList } from '../leads/lead-list.ts'
import { marketplaceList } from '../marketplace/marketplace-list.ts'
import type { Db } from '../platform/database.ts'
import { countList, type ListDeclaration } from '../platform/list.ts'
import type { SignedIn } from '../platform/session.ts'
import { policyList } from '../policies/policy-list.ts'
import { unpaidList } from '../unpaid/unpaid-list.ts'

/** The list that a link opens, who may open it, and whose records they see there: all as that list's own calls have it. */
interface Counted {
  allow: string
  list: ListDeclaration
  resource: Resource
}

const counted: Readonly<Record<CountedLink, Counted>> = {
  Leads: { allow: sectionRules.Leads.allow, list: leadList, resource: 'Lead' },
  Policies: { allow: sectionRules.Policies.links.Policies, list: policyList, resource: 'Policy' },
  'Unpaid Policies': {
    allow: sectionRules.Policies.links['Unpaid Policies'],
    list: unpaidList('unpaid'),
    resource: 'Policy',
  },
  Lost: { allow: sectionRules.Policies.links.Lost, list: unpaidList('lost'), resource: 'Policy' },
  Applications: {
    allow: sectionRules['Direct Enrollment'].links.Applications,
    list: marketplaceList,
    resource: 'Application',
  },
}

/**
 * How many records the person sees behind each link: the total that its list opens with (P-30). The lists keep their counts until
 * they change, so that a menu which asks every minute costs a look at a version.
 */
export async function menuCounts(db: Db, user: SignedIn): Promise<Partial<Record<CountedLink, number>>> {
  const open = Object.entries(counted).filter(([, { allow }]) => mayPass(allow, user))
  const totals = open.map(async ([link, { list, resource }]) => [
    link,
    await countList(db, list, { pageNumber: 1, pageSize: 10 }, user.sees(resource)),
  ])
  return Object.fromEntries(await Promise.all(totals))
}
