import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { LeadFilters, type LeadRow, leads, mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useCustomerMaking } from '../person/use-customer-making.ts'
import { paths } from '../platform/address/paths.ts'
import { leadActions } from './lead-actions.tsx'
import { leadColumns, leadPhoneRow, leadPreference, leadRowText } from './lead-columns.tsx'
import { type LeadDialog, LeadDialogs } from './lead-dialogs.tsx'
import { leadFilters } from './lead-filters.ts'
import { leadName } from './lead-words.ts'
import { useDispositions } from './use-dispositions.ts'

/** Leads: filters, dispositions, assignment, uploads (LEAD-01 to LEAD-14). */
export function LeadsPage() {
  const list = useList(leads.list, {
    screen: 'leads',
    initial: leadPreference,
    address: LeadFilters,
    sorting: { sort: 'newest', order: 'desc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const hidden = list.preference.value.hidden ?? leadPreference.hidden ?? []
  const columns = useMemo(() => leadColumns((row) => leadRowText(row, hidden)), [hidden])
  const [agents, statuses] = [useVisibleAgents('Lead'), useDispositions()]
  const filters = useMemo(() => leadFilters(agents, statuses), [agents, statuses])
  const [dialog, setDialog] = useState<LeadDialog | null>(null)
  const openRow = useCallback((lead: LeadRow) => setDialog({ dialog: 'edit', lead }), [])
  const runs = useHasAccess(mayRunLeads)
  const many = useBulk(list)
  const make = useCustomerMaking('ofLead')
  const navigate = useNavigate()
  const create = {
    ...{ label: 'New', icon: IconPlus, primary: true, keys: 'n', description: 'New lead' },
    onClick: () => setDialog({ dialog: 'new' }),
  }
  const upload = { label: 'Upload', icon: IconUpload, onClick: () => setDialog({ dialog: 'upload' }) }
  return (
    <ListScreen
      list={list}
      title="Leads"
      columns={columns}
      rowName={leadName}
      phone={leadPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[many.recentButton, ...(runs ? [upload] : []), create]}
      actions={leadActions(
        list.chosen,
        { hidden, runs, applies: useHasAccess(sectionRules['Direct Enrollment'].allow), count: list.count },
        setDialog,
        many.ask,
        make && { make, show: (id) => void navigate({ to: paths.customerPage(id) }) },
      )}
      selects="many"
      onOpen={openRow}
      noMatches="No leads match these filters."
      noData={{ why: runs ? 'No leads yet.' : 'No leads are assigned to you yet.', action: runs ? upload : create }}
    >
      <LeadDialogs
        open={dialog}
        statuses={statuses}
        agents={agents}
        bulk={many.dialogs}
        onClose={() => setDialog(null)}
        onCreated={list.showCreated}
      />
    </ListScreen>
  )
}
