import '@mantine/core/styles/Switch.layer.css'
import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { type PolicyRow, policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { Switch } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHasAccess, useSeesOnlyOwn, useSeesPay } from '../access/current-user.ts'
import { withoutAgent } from '../access/own-records.ts'
import type { LinesQuestion } from '../commissions/lines/lines-dialog.tsx'
import { listSum } from '../commissions/list-sum.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { withCurrentMonth } from '../lists/with-current-month.ts'
import { useCarrierChoices, useStateChoices } from '../lookups/lookup-choices.ts'
import { useCustomersOfPolicies } from '../person/use-customers-of-policies.tsx'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { PolicyModal } from './detail/policy-modal.tsx'
import { policyActions } from './policy-actions.tsx'
import { PolicyAddress } from './policy-address.ts'
import {
  insuredName,
  monthDue,
  policyColumns,
  policyContactColumns,
  policyPhoneRow,
  policyPreference,
  withLines,
} from './policy-columns.tsx'
import { policyFilters } from './policy-filters.ts'
import { useNoPolicies } from './use-no-policies.ts'
import { useReceived } from './use-received.ts'

/** Lazy: the list must stay small, and few of its months are opened. */
const LinesDialog = lazy(async () => ({ default: (await import('../commissions/lines/lines-dialog.tsx')).LinesDialog }))

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
  const seesPay = useSeesPay()
  const ownOnly = useSeesOnlyOwn('Policy')
  const seesLines = useHasAccess(actionRules.readsLines)
  const [lines, setLines] = useState<LinesQuestion>()
  const [linesOpened, setLinesOpened] = useState(false)
  const columns = useMemo(() => {
    const year = today.slice(0, 4)
    const openMonth = (row: PolicyRow, month: number) => {
      const { policyNumber, carrierId, agentId } = row
      const title = `${policyNumber}, ${insuredName(row)}, ${monthText(month, Number(year))}`
      // Pay is that of the policy's agent; amounts are of all agents that the policy had.
      const of = seesPay ? { agentId } : {}
      setLines({ title, policyNumber, carrierId, month: monthText(month, Number(year)), ...of })
      setLinesOpened(true)
    }
    const all = contact ? policyContactColumns : policyColumns
    const shown = withoutAgent(seesLines ? withLines(all, openMonth) : all, ownOnly)
    return withCurrentMonth(shown, today)
  }, [contact, today, seesPay, ownOnly, seesLines])
  const received = useReceived(list.values)
  const making = useCustomersOfPolicies(chosen)
  const pageNumber = list.pageNumber === 1 ? undefined : list.pageNumber
  return (
    <ListScreen
      list={list}
      title="Policies"
      note={
        received &&
        listSum(
          received.totalAmount,
          `${seesPay ? 'pay' : 'received'} in ${today.slice(0, 4)} for these policies`,
          received.notRated,
        )
      }
      loadError="Policies haven't loaded?"
      columns={columns}
      rowName={(row) => row.policyNumber}
      phone={phoneRow}
      sizes={portalPageSizes}
      filters={filters}
      aside={`${seesPay ? 'Pay' : 'Commissions'} ${today.slice(0, 4)}`}
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
      actions={[
        ...policyActions(chosen, { columns, hidden: list.preference.value.hidden ?? [] }, open),
        ...making.actions,
      ]}
      onOpen={open}
      noMatches="No policies match these filters."
      noData={useNoPolicies()}
    >
      {making.dialog}
      <PolicyModal id={address.policy} onShow={detail.show} onClose={detail.close} />
      {lines ? (
        <Suspense>
          <LinesDialog question={lines} opened={linesOpened} onClose={() => setLinesOpened(false)} />
        </Suspense>
      ) : null}
    </ListScreen>
  )
}
