import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerMaking, type MadeCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

interface Props {
  rows: readonly PolicyRow[]
  opened: boolean
  onClose(): void
}

/** Asks before the insured of policies become customers, and says how many did. */
export function CustomersOfPoliciesDialog({ rows, opened, onClose }: Props) {
  const send = useSend(customerMaking.ofPolicies, { refreshes: [customers.list, policyPeople.people] })
  const one = rows.length === 1
  const make = async () => {
    report(await send.mutateAsync({ ids: rows.map(({ id }) => id) }), rows)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={one ? 'Create a customer?' : 'Create customers?'}
      text={
        <>
          The insured of{' '}
          {one ? 'this policy becomes a customer' : `${showCount(rows.length)} policies become customers`} with the
          carrier’s data. Persons who are customers already stay as they are.
        </>
      }
      yes={one ? 'Create customer' : 'Create customers'}
      no="Cancel"
      onYes={make}
      onNo={onClose}
    />
  )
}

/** Policies that are named for each reason. */
const named = 5

function report({ created, known, refused }: MadeCustomers, rows: readonly PolicyRow[]): void {
  const parts = [
    `${showCount(created)} ${created === 1 ? 'customer' : 'customers'} created`,
    known > 0 && `${showCount(known)} ${known === 1 ? 'was a customer' : 'were customers'} already`,
  ].filter((part) => part !== false)
  if (created + known > 0) toasts.success(parts.join(', '))
  if (refused.length === 0) return
  const reasons = Map.groupBy(refused, ({ why }) => why)
  const sentences = [...reasons].map(([why, policies]) => {
    const numbers = policies
      .slice(0, named)
      .map(({ id }) => rows.find((row) => row.id === id)?.policyNumber ?? `policy ${id}`)
    const more = policies.length > named ? ` and ${showCount(policies.length - named)} more` : ''
    return `No customer of ${numbers.join(', ')}${more}: ${why}.`
  })
  toasts.error(sentences.join(' '))
}
