import { z } from 'zod'
import { PageTabs } from '../lists/page-tabs.tsx'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { OverrideList } from './override-list.tsx'
import { UplineList } from './upline-list.tsx'

const HierarchyTab = z.object({ tab: z.literal('overrides').optional() })

const tabs = [{ label: 'Uplines' }, { tab: 'overrides', label: 'Overrides' }]

/** /portal/commissions/hierarchy: who is above whom, and what they earn on the money of those below. */
export function HierarchyPage() {
  const { tab } = useInAddress(HierarchyTab)
  const tools = <PageTabs label="Uplines and overrides" to={paths.hierarchy} tabs={tabs} current={tab} />
  return tab === 'overrides' ? <OverrideList tools={tools} /> : <UplineList tools={tools} />
}
