import { contracts } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { accessExamples, passwordExamples } from './access-examples.ts'
import { agencyExamples } from './agency-examples.ts'
import { agentExamples } from './agent-examples.ts'
import { alertExamples } from './alert-examples.ts'
import { applicationExamples, consentExamples } from './application-examples.ts'
import { auditExamples } from './audit-examples.ts'
import {
  applicationBulkExamples,
  contactBulkExamples,
  customerBulkExamples,
  leadBulkExamples,
  lostBulkExamples,
  offlineBulkExamples,
  unpaidBulkExamples,
} from './bulk-examples.ts'
import { carrierExamples } from './carrier-examples.ts'
import {
  agentStatementExamples,
  commissionLoadExamples,
  statementExamples,
  trackingExamples,
} from './commission-examples.ts'
import { contactExamples, contactMergeExamples } from './contact-examples.ts'
import { customerExamples } from './customer-examples.ts'
import { emergencyExamples, grantExamples } from './emergency-examples.ts'
import { enrollmentExamples } from './enrollment-examples.ts'
import type { Example, ExamplesOf } from './example.ts'
import { handoffExamples } from './handoff-examples.ts'
import { leadExamples } from './lead-examples.ts'
import { listExamples } from './list-examples.ts'
import { logExamples } from './log-examples.ts'
import { lookupExamples } from './lookup-examples.ts'
import { marketingExamples, optOutExamples } from './marketing-examples.ts'
import { linkedCustomerExamples, marketplaceExamples } from './marketplace-examples.ts'
import { menuExamples } from './menu-examples.ts'
import { messageExamples } from './message-examples.ts'
import { noteExamples } from './note-examples.ts'
import { notificationExamples } from './notification-examples.ts'
import { offlineExamples } from './offline-examples.ts'
import { paymentExamples } from './payment-examples.ts'
import { planExamples } from './plan-examples.ts'
import { policyExamples } from './policy-examples.ts'
import { ownSignInExamples, profileExamples } from './profile-examples.ts'
import { ptoExamples } from './pto-examples.ts'
import { rateExamples } from './rate-examples.ts'
import { reportExamples } from './report-examples.ts'
import { sandboxExamples } from './sandbox-examples.ts'
import { searchExamples } from './search-examples.ts'
import { ownSecondFactorExamples, secondFactorExamples } from './second-factor-examples.ts'
import { setupExamples } from './setup-examples.ts'
import { shellExamples } from './shell-examples.ts'
import { telephonyExamples } from './telephony-examples.ts'
import { lostExamples, unpaidExamples } from './unpaid-examples.ts'
import { uploadExamples } from './upload-examples.ts'
import { userExamples } from './user-examples.ts'

/** The examples of every contract: one that is missing does not compile, nor does a row that belongs to no route any more. */
const allExamples: { [Feature in keyof typeof contracts]: ExamplesOf<(typeof contracts)[Feature]> } = {
  shell: shellExamples,
  access: accessExamples,
  passwords: passwordExamples,
  lookups: lookupExamples,
  agents: agentExamples,
  rates: rateExamples,
  carriers: carrierExamples,
  lists: listExamples,
  policies: policyExamples,
  customers: customerExamples,
  uploads: uploadExamples,
  commissionLoads: commissionLoadExamples,
  statements: statementExamples,
  agentStatements: agentStatementExamples,
  payments: paymentExamples,
  tracking: trackingExamples,
  users: userExamples,
  rightsGrants: grantExamples,
  emergency: emergencyExamples,
  profile: profileExamples,
  contacts: contactExamples,
  contactMerges: contactMergeExamples,
  search: searchExamples,
  menu: menuExamples,
  ownSignIn: ownSignInExamples,
  messages: messageExamples,
  secondFactor: secondFactorExamples,
  ownSecondFactor: ownSecondFactorExamples,
  notes: noteExamples,
  offline: offlineExamples,
  leads: leadExamples,
  pto: ptoExamples,
  marketplace: marketplaceExamples,
  linkedCustomers: linkedCustomerExamples,
  plans: planExamples,
  leadBulk: leadBulkExamples,
  customerBulk: customerBulkExamples,
  contactBulk: contactBulkExamples,
  offlineBulk: offlineBulkExamples,
  applicationBulk: applicationBulkExamples,
  unpaidBulk: unpaidBulkExamples,
  lostBulk: lostBulkExamples,
  unpaidPolicies: unpaidExamples,
  lostPolicies: lostExamples,
  applications: applicationExamples,
  consent: consentExamples,
  enrollments: enrollmentExamples,
  handoffs: handoffExamples,
  sandbox: sandboxExamples,
  reports: reportExamples,
  telephony: telephonyExamples,
  logs: logExamples,
  auditLog: auditExamples,
  alerts: alertExamples,
  setup: setupExamples,
  notifications: notificationExamples,
  marketing: marketingExamples,
  optOut: optOutExamples,
  agency: agencyExamples,
}

/** 'GET /api/Policies': what a route is called in the tables about routes. */
export const nameOf = ({ method, path }: Route) => `${method} ${path}`

// An input is only ever sent to the route of its key, which the table above has the compiler check.
const byContract = allExamples as unknown as Record<string, Record<string, Example>>
const byRoute = new Map(
  Object.entries<Record<string, Route>>(contracts).flatMap(([feature, contract]) =>
    Object.entries(contract).map(([name, route]) => [nameOf(route), byContract[feature]?.[name]] as const),
  ),
)

/** The example of a route; throws and says what to do when there is none. */
export function exampleOf(route: Route): Example {
  const found = byRoute.get(nameOf(route))
  if (!found)
    throw new Error(
      `${nameOf(route)} has no row in the access matrix: add an example input and its answers to the file of its feature in server/src/route-examples/.`,
    )
  return found
}
