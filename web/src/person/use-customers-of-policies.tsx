import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerMaking, type MadeCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import type { SelectionAction } from '../ui/table-tools/selection-action.ts'

/** Makes the insured of the chosen policies customers, after a question; no action without the right. */
export function useCustomersOfPolicies(rows: readonly PolicyRow[]): { actions: SelectionAction[]; dialog: ReactNode } {
  const allowed = useHasAccess(customerMaking.ofPolicies.allow)
  const send = useSend(customerMaking.ofPolicies, { refreshes: [customers.list, policyPeople.people] })
  const [asked, setAsked] = useState<readonly PolicyRow[] | null>(null)
  const count = asked?.length ?? 0
  const make = async () => {
    if (!asked) return
    report(await send.mutateAsync({ ids: asked.map(({ id }) => id) }), asked)
    setAsked(null)
  }
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={count === 1 ? 'Create a customer?' : 'Create customers?'}
      text={
        <>
          The insured of{' '}
          {count === 1 ? 'this policy becomes a customer' : `${showCount(count)} policies become customers`} with the
          carrier’s data. Persons who are customers already stay as they are.
        </>
      }
      yes={count === 1 ? 'Create customer' : 'Create customers'}
      no="Cancel"
      onYes={make}
      onNo={() => setAsked(null)}
    />
  )
  const action = {
    label: rows.length > 1 ? 'Create customers' : 'Create customer',
    icon: IconUserCheck,
    onClick: () => setAsked(rows),
  }
  return { actions: allowed ? [action] : [], dialog }
}

/** Policies that are named in a message. */
const named = 5

function report({ created, known, refused }: MadeCustomers, rows: readonly PolicyRow[]): void {
  const parts = [
    `${showCount(created)} ${created === 1 ? 'customer' : 'customers'} created`,
    known > 0 && `${showCount(known)} ${known === 1 ? 'was a customer' : 'were customers'} already`,
  ].filter((part) => part !== false)
  if (created + known > 0) toasts.success(parts.join(', '))
  if (refused.length === 0) return
  const numbers = refused
    .slice(0, named)
    .map(({ id }) => rows.find((row) => row.id === id)?.policyNumber ?? `policy ${id}`)
  const more = refused.length > named ? ` and ${showCount(refused.length - named)} more` : ''
  toasts.error(`No customer of ${numbers.join(', ')}${more}. ${refused[0]?.why}.`)
}
