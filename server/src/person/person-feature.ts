import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import type { Feature } from '../feature.ts'
import { personPage } from './person-page.ts'

/** The customer's page: it reads from many features, and none reads from it. */
export const personFeature: Feature = {
  routes: (on) => on(customers.everything, personPage),
}
