import { EmergencyList } from '../../emergency/emergency-list.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { GrantList } from './grant-list.tsx'

/** /portal/security/approvals: requests that need a second person, and past ones. */
export function ApprovalsPage() {
  return (
    <>
      <PageHeader title="Approvals" />
      <EmergencyList />
      <GrantList />
    </>
  )
}
