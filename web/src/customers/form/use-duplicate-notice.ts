import { contactMerges, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useHasAccess } from '../../access/current-user.ts'
import { paths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'

/** Says of a new customer that it may be a person who is known already, with the comparison: few open the new record to see it. */
export function useDuplicateNotice(): (id: number) => Promise<void> {
  const navigate = useNavigate()
  const mayMerge = useHasAccess(mayMergeContacts)
  return async (id) => {
    // The customer is created; without an answer its page says the same.
    const [same] = await call(contactMerges.duplicates, { id }).catch(() => [])
    if (!same) return
    const message = `May be the same as ${same.contact.name || 'a contact without a name'} (${same.reason})`
    if (!mayMerge) toasts.warning(message)
    else toasts.offer(message, 'Compare', () => void navigate({ to: paths.contactPair(id, same.contact.id) }))
  }
}
