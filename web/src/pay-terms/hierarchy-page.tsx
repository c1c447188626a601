import { z } from 'zod'
import { PageTabs } from '../lists/page-tabs.tsx'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { overrideList } from './override-list.tsx'
import { PayTermList } from './pay-term-list.tsx'
import { uplineList } from './upline-list.tsx'

const HierarchyTab = z.object({ tab: z.literal('overrides').optional() })

const tabs = [{ label: 'Uplines' }, { tab: 'overrides', label: 'Overrides' }]

/** /portal/commissions/hierarchy: who is above whom, and what they earn on the money of those below. */
export function HierarchyPage() {
  const { tab } = useInAddress(HierarchyTab)
  const tools = <PageTabs label="Uplines and overrides" to={paths.hierarchy} tabs={tabs} current={tab} />
  return tab === 'overrides' ? (
    <PayTermList key="overrides" of={overrideList} tools={tools} />
  ) : (
    <PayTermList key="uplines" of={uplineList} tools={tools} />
  )
}
