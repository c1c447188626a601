import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { LeadFilters, type LeadRow, leads, mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { Id, operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useCustomerMaking } from '../person/use-customer-making.ts'
import { useAddressRecord, useOwnDialog } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
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
    address: LeadAddress,
    sorting: { sort: 'newest', order: 'desc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const hidden = list.preference.value.hidden ?? leadPreference.hidden ?? []
  const columns = useMemo(() => leadColumns((row) => leadRowText(row, hidden)), [hidden])
  const [agents, statuses] = [useVisibleAgents('Lead'), useDispositions()]
  const filters = useMemo(() => leadFilters(agents, statuses), [agents, statuses])
  const [dialog, setDialog] = useOwnDialog<LeadDialog>(list.address.lead)
  const named = useAddressRecord('lead', list)
  const ofAddress = useLeadOf(list.address.lead, named.close)
  const openRow = useCallback((lead: LeadRow) => setDialog({ dialog: 'edit', lead }), [setDialog])
  const runs = useHasAccess(mayRunLeads)
  const many = useBulk(list)
  const make = useCustomerMaking('ofLead')
  const navigate = useNavigate()
  const create = {
    label: 'New',
    icon: IconPlus,
    primary: true,
    keys: 'n',
    description: 'New lead',
    onClick: () => setDialog({ dialog: 'new' }),
  }
  const upload = {
    label: 'Upload',
    icon: IconUpload,
    description: 'Upload leads',
    onClick: () => setDialog({ dialog: 'upload' }),
  }
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
        open={dialog ?? (ofAddress && { dialog: 'edit', lead: ofAddress })}
        statuses={statuses}
        agents={agents}
        bulk={many.dialogs}
        onClose={() => {
          setDialog(null)
          if (list.address.lead !== undefined) named.close()
        }}
        onCreated={list.showCreated}
      />
    </ListScreen>
  )
}

/** Address of the list; `lead` is the one that search, notifications or a customer's timeline opened. */
const LeadAddress = LeadFilters.extend({ lead: Id.optional() })

/** Lead of the address, once it is loaded; one that the user can't see is said and closed. */
function useLeadOf(id: number | undefined, close: () => void): LeadRow | null {
  const { data, error } = useQuery({ ...apiQuery(leads.one, { id: id ?? 0 }), enabled: id !== undefined })
  const giveUp = useEffectEvent(() => {
    toasts.failure("Couldn't open the lead.", error)
    close()
  })
  useEffect(() => {
    if (error) giveUp()
  }, [error])
  return id === undefined ? null : (data ?? null)
}
