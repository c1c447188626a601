import { type ContactRow, contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconUserPlus, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSeesOnlyOwn } from '../access/current-user.ts'
import { withoutAgent, withoutAgentFilter } from '../access/own-records.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { useBulk } from '../bulk/use-bulk.ts'
import { useAgentQuestion } from '../customers/use-customer-questions.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useStateChoices, useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import { ContactAddress } from './contact-address.ts'
import { contactColumns, contactPhoneRow, fullName } from './contact-columns.tsx'
import { contactFilters } from './contact-filters.ts'
import { ContactModal } from './contact-modal.tsx'

/** List of contacts: filters, details, export (CONTACT-01 to CONTACT-06). */
export function ContactsPage() {
  const list = useList(contacts.list, {
    screen: 'contacts',
    address: ContactAddress,
    sorting: { sort: 'name', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const [states, agents] = [useStateChoices(), useVisibleAgents('Customer')]
  const ownOnly = useSeesOnlyOwn('Customer')
  const columns = useMemo(() => withoutAgent(contactColumns, ownOnly), [ownOnly])
  const filters = useMemo(() => withoutAgentFilter(contactFilters(states, agents), ownOnly), [states, agents, ownOnly])
  const details = useAddressRecord('contact', list)
  const open = useCallback(({ id }: ContactRow) => details.open(id), [details.open])
  const navigate = useNavigate()
  const question = useAgentQuestion('contact.agent', 'Assign contacts')
  const many = useBulk(list)
  return (
    <ListScreen
      list={list}
      title="Contacts"
      columns={columns}
      rowName={fullName}
      phone={contactPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[
        {
          label: 'Possible duplicates',
          icon: IconUsersGroup,
          onClick: () => void navigate({ to: paths.contactDuplicates }),
        },
        ...(question ? [many.recentButton] : []),
        { label: 'Customers', short: '', icon: IconUsers, onClick: () => void navigate({ to: paths.customerManage }) },
      ]}
      actions={
        question
          ? [{ label: 'Assign', icon: IconUserPlus, ofEverything: true, onClick: () => many.ask(question.action) }]
          : []
      }
      selects={question ? 'many' : undefined}
      onOpen={open}
      noMatches="No contacts match these filters."
      noData={{ why: 'No contacts yet.' }}
    >
      <ContactModal id={list.address.contact} onClose={details.close} />
      <BulkDialogs
        kind="contact"
        {...many.dialogs}
        questions={question ? [question] : []}
        refreshes={[contacts.list, contacts.details]}
      />
    </ListScreen>
  )
}
