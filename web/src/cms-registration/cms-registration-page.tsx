import {
  cmsRegistration,
  RegistrationFilters,
  registrationStatuses,
} from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { registrationWords } from '@coverdesk/domain/cms-registration/registration-words.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { searchAgents } from '../lookups/lookup-choices.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { CmsLists } from './cms-lists.tsx'
import { LoadCmsListDialog } from './load-cms-list-dialog.tsx'
import { registrationColumns, registrationName, registrationPhoneRow } from './registration-columns.tsx'

const statuses: readonly Choice[] = registrationStatuses.map((value) => ({ value, label: registrationWords[value] }))

function filtersFor(year: number): Filter<keyof RegistrationFilters>[] {
  const years: readonly Choice[] = [year + 1, year, year - 1].map((value) => ({
    value: String(value),
    label: String(value),
  }))
  return [
    { name: 'agentId', label: 'Agent', kind: 'select', search: searchAgents('AgentRate') },
    { name: 'planYear', label: 'Plan year', kind: 'select', choices: years },
    { name: 'status', label: 'Status', kind: 'select', choices: statuses },
  ]
}

const filters = filtersFor(Number(todayIn(new Date()).slice(0, 4)))

/** /portal/manage/cms-registration: what CMS's lists say about each active agent and plan year, and loading them. */
export function CmsRegistrationPage() {
  const list = useList(cmsRegistration.list, {
    screen: 'cms-registration',
    address: RegistrationFilters,
    sorting: { sort: 'agent', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const [loading, setLoading] = useState<CmsFileKind | null>(null)
  const load = (kind: CmsFileKind) => () => setLoading(kind)
  return (
    <ListScreen
      list={list}
      title="CMS Registration"
      columns={registrationColumns}
      rowName={registrationName}
      phone={registrationPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      above={<CmsLists />}
      buttons={[
        { label: 'Load Termination List', short: 'Terminations', icon: IconUpload, onClick: load('terminations') },
        {
          label: 'Load Registration List',
          short: 'Registrations',
          icon: IconUpload,
          primary: true,
          onClick: load('registrations'),
        },
      ]}
      noMatches="No agents match these filters."
      noData={{
        why: 'No registration list of CMS is loaded. Sales are not checked against it until then.',
        action: { label: 'Load Registration List', onClick: load('registrations') },
      }}
    >
      <LoadCmsListDialog kind={loading} onClose={() => setLoading(null)} />
    </ListScreen>
  )
}
