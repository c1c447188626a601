import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { Feature } from '../feature.ts'
import { makeCustomerOfPolicy, makeCustomersOfPolicies } from './make-customer-of-policy.ts'
import { peopleOfPolicy } from './people-of-policy.ts'
import { personPage } from './person-page.ts'

/** The customer's page and the people of a policy: they read from many features, and none reads from them. */
export const personFeature: Feature = {
  routes: (on) => {
    on(customers.everything, personPage)
    on(policyPeople.people, peopleOfPolicy)
    on(customerMaking.ofPolicy, makeCustomerOfPolicy)
    on(customerMaking.ofPolicies, makeCustomersOfPolicies)
  },
}
