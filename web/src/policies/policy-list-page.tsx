import '@mantine/core/styles/Switch.layer.css'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { type PolicyRow, policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { Switch } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { withCurrentMonth } from '../lists/with-current-month.ts'
import { useCarrierChoices, useStateChoices } from '../lookups/lookup-choices.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { PolicyModal } from './detail/policy-modal.tsx'
import { policyActions } from './policy-actions.tsx'
import { PolicyAddress } from './policy-address.ts'
import { monthDue, policyColumns, policyContactColumns, policyPhoneRow, policyPreference } from './policy-columns.tsx'
import { policyFilters } from './policy-filters.ts'
import { useNoPolicies } from './use-no-policies.ts'

/** List of policies in both variants: filters, monthly commissions, details, export (POLICY-01 to POLICY-15). */
export function PolicyListPage() {
  const today = todayIn(new Date())
  const list = useList(policies.list, {
    screen: 'policies',
    initial: policyPreference,
    address: PolicyAddress,
    sorting: { sort: 'insured', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const { address, chosen, change } = list
  const [carriers, states] = [useCarrierChoices(), useStateChoices()]
  const filters = useMemo(
    () => policyFilters({ carriers, states, state: address.state }),
    [carriers, states, address.state],
  )
  const phoneRow = useMemo(() => policyPhoneRow(monthDue(today)), [today])
  const detail = useAddressRecord('policy', list)
  const open = useCallback(({ id }: PolicyRow) => detail.open(id), [detail.open])
  const phone = usePhone()
  const contact = address.contact === '1'
  const columns = useMemo(
    () => withCurrentMonth(contact ? policyContactColumns : policyColumns, today),
    [contact, today],
  )
  const pageNumber = list.pageNumber === 1 ? undefined : list.pageNumber
  return (
    <ListScreen
      list={list}
      title="Policies"
      loadError="Policies haven't loaded?"
      columns={columns}
      rowName={(row) => row.policyNumber}
      phone={phoneRow}
      sizes={portalPageSizes}
      filters={filters}
      aside={`Commissions ${today.slice(0, 4)}`}
      formats={['xlsx', 'pdf']}
      tools={
        phone ? null : (
          <Switch
            label="Contact columns"
            checked={contact}
            onChange={() => change({ contact: contact ? undefined : '1', pageNumber })}
          />
        )
      }
      selects={phone ? undefined : 'many'}
      actions={policyActions(chosen, { contact, hidden: list.preference.value.hidden ?? [] }, open)}
      onOpen={open}
      noMatches="No policies match these filters."
      noData={useNoPolicies()}
    >
      <PolicyModal id={address.policy} onShow={detail.show} onClose={detail.close} />
    </ListScreen>
  )
}
