import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { agentStatementList } from '../../commissions/agent-statement-list.ts'
import { trackList } from '../../commissions/track-list.ts'
import { customerList } from '../../customers/customer-list.ts'
import { leadList } from '../../leads/lead-list.ts'
import { marketplaceList } from '../../marketplace/marketplace-list.ts'
import { offlineList } from '../../offline/offline-list.ts'
import { paymentList } from '../../payments/payment-list.ts'
import { withOwn } from '../../platform/auth/owned-records.ts'
import { seenRecords, type Viewer, type Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'
import { countList } from '../../platform/lists/list-count.ts'
import type { ListDeclaration } from '../../platform/lists/list-declaration.ts'
import { policyList } from '../../policies/policy-list.ts'
import { ptoList } from '../../pto/pto-list.ts'

/** User whose view of an area is counted. */
export interface AreaViewer extends Viewer {
  id: number
  claims: readonly string[]
}

interface AreaList {
  list: ListDeclaration
  /** Right to the list. */
  allow: string
  /** Users also see the records that they own; the claim opens those of everyone. */
  owned?: { allWith: string | null }
  /** The list shows one year. */
  byYear?: true
}

const { Customer, Leads, Policies, Pto, Commission } = sectionRules

/** The list that shows the records of each area. */
const areaLists: Record<Resource, AreaList> = {
  Customer: { list: customerList, allow: Customer.allow },
  Lead: { list: leadList, allow: Leads.allow },
  Policy: { list: policyList, allow: Policies.links.Policies },
  Application: { list: marketplaceList, allow: sectionRules['Direct Enrollment'].links.Applications },
  PTO: { list: ptoList, allow: Pto.allow, owned: { allWith: null } },
  Statement: { list: agentStatementList, allow: Commission.links.Statement },
  AgentPayment: { list: paymentList, allow: Commission.links['Agent Payment'] },
  CommissionTracking: { list: trackList, allow: Commission.links.Tracking, byYear: true },
  OfflineApp: {
    list: offlineList,
    allow: sectionRules['Offline Form'].links.Manage,
    owned: { allWith: 'admin.OfflineApp' },
  },
}

/** Whether the user's roles and claims open an area's list. */
export function opensArea(viewer: AreaViewer, area: Resource): boolean {
  return mayPass(areaLists[area].allow, viewer)
}

/** Records that the user sees in an area's list, whether or not their rights open it. */
export async function recordsSeen(db: Db, viewer: AreaViewer, area: Resource, now: Date): Promise<number> {
  const { list, byYear } = areaLists[area]
  const year = byYear && { year: Number(todayIn(now).slice(0, 4)) }
  return await countList(db, list, { pageNumber: 1, pageSize: 10, ...year }, visibilityIn(viewer, area))
}

function visibilityIn(viewer: AreaViewer, area: Resource): Visibility {
  const { owned } = areaLists[area]
  if (owned?.allWith && mayPass(owned.allWith, viewer)) return { all: true }
  const visibility = seenRecords(viewer, area)
  return owned ? withOwn(visibility, viewer) : visibility
}
