import { type CustomerRow, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSeesOnlyOwn } from '../access/current-user.ts'
import { withoutAgent, withoutAgentFilter } from '../access/own-records.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useAddressDialog, useOpening } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { customerActions, refusedWith } from './customer-actions.tsx'
import { CustomerAddress, type CustomerDialog } from './customer-address.ts'
import { useCustomerStatuses } from './customer-choices.ts'
import { customerColumns, customerPhoneRow, customerPreference } from './customer-columns.tsx'
import { CustomerDialogs } from './customer-dialogs.tsx'
import { customerFilters } from './customer-filters.ts'
import { nameOf } from './customer-words.ts'
import { showsCustomers } from './form/customer-form.tsx'
import { useCustomerQuestions } from './use-customer-questions.ts'

/** Customers screen (CUST-01 to CUST-16, SHELL-19). */
export function CustomersPage() {
  const list = useList(customers.list, {
    screen: 'customers',
    initial: customerPreference,
    address: CustomerAddress,
    sorting: { sort: 'fullName', order: 'asc' },
    newest: 'createdDate',
    rowKey: (row) => String(row.id),
  })
  const { address, chosen } = list
  const [first] = chosen
  const statuses = useCustomerStatuses()
  const agents = useVisibleAgents('Customer')
  const ownOnly = useSeesOnlyOwn('Customer')
  const columns = useMemo(() => withoutAgent(customerColumns, ownOnly), [ownOnly])
  const filters = useMemo(
    () => withoutAgentFilter(customerFilters(statuses, agents), ownOnly),
    [statuses, agents, ownOnly],
  )
  const dialogs = useAddressDialog<CustomerDialog>('customer', list)
  const opening = useOpening(address.dialog, address.customer)
  const navigate = useNavigate()
  const many = useBulk(list)
  const questions = useCustomerQuestions(statuses)
  const assigns = questions.some(({ action }) => action === 'customer.agent')
  const run = (dialog: CustomerDialog) =>
    first && chosen.length === 1 ? dialogs.open(dialog, first.id) : toasts.warning(`${refusedWith(chosen.length)}.`)
  const open = ({ id }: CustomerRow) => void navigate({ to: paths.customerPage(id) })
  const create = () => dialogs.open('new')
  return (
    <ListScreen
      list={list}
      title="Customers"
      columns={columns}
      rowName={nameOf}
      phone={customerPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[
        many.recentButton,
        { label: 'New', icon: IconPlus, primary: true, keys: 'n', description: 'New customer', onClick: create },
      ]}
      actions={customerActions({
        count: list.count,
        run,
        onDetails: () => first && open(first),
        onAssign: assigns ? () => many.ask('customer.agent') : undefined,
        onStatuses: () => many.ask('customer.status'),
      })}
      selects="many or none"
      onOpen={open}
      noMatches="No customers match these filters."
      noData={{ why: 'You have no customers yet.', action: { label: 'New', onClick: create } }}
    >
      <CustomerDialogs
        opening={opening}
        known={list.page?.data.find(({ id }) => id === opening.id)}
        onClose={dialogs.close}
        onCreated={(id) => {
          dialogs.end({})
          list.showCreated(id)
        }}
      />
      <BulkDialogs kind="customer" {...many.dialogs} questions={questions} refreshes={showsCustomers} />
    </ListScreen>
  )
}
