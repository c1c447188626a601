import { EmergencyList } from '../../emergency/emergency-list.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { GrantList } from './grant-list.tsx'

/** /portal/security/approvals: what needs a second person, and what was done alone. */
export function ApprovalsPage() {
  return (
    <>
      <PageHeader title="Approvals" />
      <EmergencyList />
      <GrantList />
    </>
  )
}
