import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'

/** Routes to refetch after a merge or its undo. */
export const shownAfterMerge = [
  contacts.list,
  contacts.details,
  contactMerges.pairs,
  contactMerges.duplicates,
  contactMerges.merges,
  customers.list,
  customers.one,
  customers.everything,
  telephony.block,
]

/** Undoes a merge with a toast; rejects with the server's refusal. */
export function useUndoMerge() {
  const { mutateAsync } = useSend(contactMerges.undo, { refreshes: shownAfterMerge })
  return async (mergeId: number) => {
    await mutateAsync({ mergeId })
    toasts.success('Merge undone successfully')
  }
}
