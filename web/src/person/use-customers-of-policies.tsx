import { mayMakeCustomersOfPolicies } from '@coverdesk/domain/customers/customer-making-rights.ts'
import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import type { SelectionAction } from '../ui/table-tools/selection-action.ts'

/** Lazy: the list must stay small, and few of its policies become customers. */
const CustomersOfPoliciesDialog = lazy(async () => ({
  default: (await import('./customers-of-policies-dialog.tsx')).CustomersOfPoliciesDialog,
}))

/** Makes the insured of the chosen policies customers, after a question; no action without the right. */
export function useCustomersOfPolicies(rows: readonly PolicyRow[]): { actions: SelectionAction[]; dialog: ReactNode } {
  const allowed = useHasAccess(mayMakeCustomersOfPolicies)
  const [asked, setAsked] = useState<readonly PolicyRow[]>()
  const [opened, setOpened] = useState(false)
  const action = {
    label: rows.length > 1 ? 'Create customers' : 'Create customer',
    icon: IconUserCheck,
    onClick: () => {
      setAsked(rows)
      setOpened(true)
    },
  }
  const dialog = asked ? (
    <Suspense>
      <CustomersOfPoliciesDialog rows={asked} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  ) : null
  return { actions: allowed ? [action] : [], dialog }
}
