import type { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { type Applicant, createLinkedCustomer } from '../customers/create-linked-customer.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { detailOf, findApplication } from './marketplace-queries.ts'

/** Creates a customer account for the applicant, who can then sign in and see the application (CUST-25). */
export const createCustomerOf: Handler<typeof linkedCustomers.create> = async (call, { appId }) => {
  const application = detailOf(await findApplication(call.db, call.user, appId))
  return await createLinkedCustomer(call, application.exchangeAssignedId, applicantOf(application))
}

/** Date of birth and sex come from the household member with the applicant's name. */
function applicantOf(application: MarketplaceDetail): Applicant {
  const { userFirstName: firstName, userLastName: lastName, agentId } = application
  const same = (a: string | null, other: string) => a?.trim().toLowerCase() === other.trim().toLowerCase()
  const person = application.object.persons.find(
    (one) => same(one.firstName, firstName) && same(one.lastName, lastName),
  )
  const letter = person?.sex?.trim().charAt(0).toUpperCase()
  return {
    firstName,
    lastName,
    agentId,
    email: application.userEmail,
    phone: application.userPhone,
    dob: person?.dob ?? null,
    sex: letter === 'M' || letter === 'F' ? letter : null,
  }
}
