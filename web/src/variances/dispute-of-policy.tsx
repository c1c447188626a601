import { type DisputeInput, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { owedClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { showAmount, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { IconGavel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { ActionButton } from '../ui/basics/action-button.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'

/** Statuses in which a variance still waits for its dispute. */
const undisputed = ['Open', 'In Review']

/** Disputes what the carrier still owes for a policy; nothing while it owes nothing. */
export function DisputeOfPolicy({ policyId }: { policyId: number }) {
  const mayDispute = useHasAccess(disputes.create.allow)
  const { data } = useQuery({ ...apiQuery(variances.ofPolicy, { policyId }), enabled: mayDispute })
  const [disputed, setDisputed] = useState<DisputeInput>()
  const owed = (data?.months ?? []).flatMap(({ class: kind, variance }) =>
    variance && owedClasses.includes(kind) && undisputed.includes(variance.status) ? [variance] : [],
  )
  const close = () => setDisputed(undefined)
  return (
    <>
      {owed.length > 0 ? (
        <ActionButton
          primary
          refused={undefined}
          icon={<IconGavel size={16} stroke={1.75} aria-hidden />}
          onClick={() => setDisputed({ ids: owed.map(({ id }) => id) })}
        >
          Dispute {showAmount(sumOfAmounts(owed.map(({ stake }) => stake)))}
        </ActionButton>
      ) : null}
      <DisputeDialog input={disputed} onClose={close} onDone={close} />
    </>
  )
}
