import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

/** Makes a lead, an offline application or the insured of a policy a customer and opens the customer's page; undefined without the right. */
export function useCustomerMaking(kind: 'ofLead' | 'ofOffline' | 'ofPolicy') {
  const route = customerMaking[kind]
  const allowed = useHasAccess(route.allow)
  const send = useSend(route, {
    refreshes: [customers.list, leads.list, leads.one, leads.history, offline.one, policyPeople.people],
  })
  const navigate = useNavigate()
  if (!allowed) return undefined
  return async (id: number) => {
    try {
      const { customerId, created } = await send.mutateAsync({ id })
      toasts.success(
        created
          ? 'Customer created'
          : kind === 'ofPolicy'
            ? 'This person is a customer already.'
            : 'This person is a customer already. The two are linked now.',
      )
      void navigate({ to: paths.customerPage(customerId) })
    } catch (failure) {
      toasts.failure("Couldn't create the customer.", failure)
    }
  }
}
