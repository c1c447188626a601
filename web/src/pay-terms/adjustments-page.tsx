import { z } from 'zod'
import { PageTabs } from '../lists/page-tabs.tsx'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { adjustmentList } from './adjustment-list.tsx'
import { advanceList } from './advance-list.tsx'
import { holdList } from './hold-list.tsx'
import { PayTermList } from './pay-term-list.tsx'

const AdjustmentsTab = z.object({ tab: z.enum(['advances', 'holds']).optional() })

const tabs = [{ label: 'Adjustments' }, { tab: 'advances', label: 'Advances' }, { tab: 'holds', label: 'Holds' }]

/** /portal/commissions/adjustments: what changes an agent's pay besides the commissions, with its reason. */
export function AdjustmentsPage() {
  const { tab } = useInAddress(AdjustmentsTab)
  const tools = <PageTabs label="Adjustments, advances and holds" to={paths.adjustments} tabs={tabs} current={tab} />
  if (tab === 'advances') return <PayTermList key="advances" of={advanceList} tools={tools} />
  return tab === 'holds' ? (
    <PayTermList key="holds" of={holdList} tools={tools} />
  ) : (
    <PayTermList key="adjustments" of={adjustmentList} tools={tools} />
  )
}
