import { mayAssignUnpaid } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, unpaidVariants } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { ActionButton } from '../ui/basics/action-button.tsx'
import { useAssignment } from './use-assignment.ts'
import { useUnpaidOfPolicy } from './use-unpaid-of-policy.ts'

/**
 * Assigns the open unpaid or lost months of a policy, with the dialog and the right of their lists. A policy that is in
 * both lists has a button for each (decision 143).
 */
export function AssignOfPolicy({ policyId }: { policyId: number }) {
  const { rows } = useUnpaidOfPolicy(policyId)
  const assigns = useHasAccess(mayAssignUnpaid)
  const open = (rows ?? []).filter(({ leftWhy }) => leftWhy === null)
  const idsOf = (variant: UnpaidVariant) => open.filter((row) => row.variant === variant).map(({ id }) => id)
  const [unpaid, lost] = unpaidVariants.map(idsOf)
  if (!unpaid?.length && !lost?.length)
    return (
      <ActionButton
        icon={icon}
        refused={rows && assigns ? 'No open unpaid or lost month to assign' : assigns ? 'Loading' : notAllowed}
        onClick={() => undefined}
      >
        Assign
      </ActionButton>
    )
  return unpaidVariants.map((variant) => {
    const ids = idsOf(variant)
    const both = unpaid?.length && lost?.length
    return ids.length === 0 ? null : (
      <Assign key={variant} variant={variant} ids={ids} refused={assigns ? undefined : notAllowed}>
        {both ? `Assign ${variant}` : 'Assign'}
      </Assign>
    )
  })
}

const notAllowed = 'You need the permission admin.Policy'
const icon = <IconUserShare size={16} stroke={1.75} aria-hidden />

interface AssignProps {
  variant: UnpaidVariant
  ids: readonly number[]
  refused: string | undefined
  children: string
}

function Assign({ variant, ids, refused, children }: AssignProps) {
  const [opened, setOpened] = useState(false)
  const { question, refreshes } = useAssignment(variant)
  return (
    <>
      <ActionButton icon={icon} refused={refused} onClick={() => setOpened(true)}>
        {children}
      </ActionButton>
      <BulkDialogs
        kind={variant}
        open={opened ? { action: question.action, ids } : null}
        questions={[question]}
        refreshes={refreshes}
        onClose={() => setOpened(false)}
        onDone={() => setOpened(false)}
      />
    </>
  )
}
