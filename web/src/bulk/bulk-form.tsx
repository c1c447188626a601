import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { BulkEffect } from './bulk-effect.tsx'
import { BulkFormFrame, type BulkFormProps, type ChosenValue } from './bulk-form-frame.tsx'

/** Form of a bulk change of the selected records: all of them, or none. */
export function BulkForm({ ids: selected, ...props }: BulkFormProps & { ids: readonly number[] }) {
  const { kind, question, refreshes } = props
  const { action, none } = question
  const [ids, setIds] = useState(selected)
  const [chosen, setChosen] = useState<ChosenValue>()
  const { preview, apply, recent } = bulk[kind]
  const previewed = useQuery({
    ...apiQuery(preview, { action, value: chosen ?? null, ids: [...ids] }),
    enabled: chosen !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const ours = useSend(apply, { refreshes: [...refreshes, recent] })
  const effect = chosen === undefined ? undefined : previewed.data
  const counted = effect?.data.filter(({ outcome }) => outcome === 'changes').length ?? 0
  return (
    <BulkFormFrame
      {...props}
      chosen={chosen}
      onChoose={setChosen}
      effect={effect ? <BulkEffect kind={kind} effect={effect} none={none} onKeep={setIds} /> : null}
      failure={chosen === undefined ? null : previewed.error}
      count={effect ? counted : ids.length}
      ready={counted > 0 && effect?.data.every(({ outcome }) => outcome !== 'refused') === true}
      apply={(input) => {
        const records = effect?.data.map(({ id, mark }) => ({ id, mark })) ?? []
        return question.send ? question.send(input.value, records) : ours.mutateAsync({ action, ...input, records })
      }}
      onCheckAgain={() => void previewed.refetch()}
    />
  )
}
