import { contracts } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import {
  accessExamples,
  invitationExamples,
  passwordExamples,
  rightsToAskForExamples,
} from './access/access-examples.ts'
import { dashboardExamples } from './access/dashboard-examples.ts'
import { emergencyExamples, grantExamples } from './access/emergency-examples.ts'
import { homeExamples } from './access/home-examples.ts'
import { menuExamples } from './access/menu-examples.ts'
import { ownPhotoExamples, ownSignInExamples, profileExamples } from './access/profile-examples.ts'
import { sandboxExamples } from './access/sandbox-examples.ts'
import { searchExamples } from './access/search-examples.ts'
import { ownSecondFactorExamples, secondFactorExamples } from './access/second-factor-examples.ts'
import { setupExamples } from './access/setup-examples.ts'
import { shellExamples } from './access/shell-examples.ts'
import { roleTemplateExamples, userAccessExamples, userExamples } from './access/user-examples.ts'
import { agencyExamples } from './back-office/agency-examples.ts'
import { agentExamples } from './back-office/agent-examples.ts'
import { alertExamples } from './back-office/alert-examples.ts'
import { auditExamples } from './back-office/audit-examples.ts'
import { logExamples } from './back-office/log-examples.ts'
import { lookupExamples } from './back-office/lookup-examples.ts'
import { paymentExamples, payRunExamples } from './back-office/payment-examples.ts'
import { policyExamples, policyPeopleExamples } from './back-office/policy-examples.ts'
import { ptoExamples } from './back-office/pto-examples.ts'
import { reportExamples } from './back-office/report-examples.ts'
import { telephonyExamples } from './back-office/telephony-examples.ts'
import { termsExamples } from './back-office/terms-examples.ts'
import { uploadExamples } from './back-office/upload-examples.ts'
import { carrierExamples } from './carriers/carrier-examples.ts'
import {
  agentStatementExamples,
  commissionLoadExamples,
  statementCheckExamples,
  statementExamples,
  trackingExamples,
} from './carriers/commission-examples.ts'
import { disputeExamples } from './carriers/dispute-examples.ts'
import { exceptionExamples } from './carriers/exception-examples.ts'
import { scheduleExamples } from './carriers/schedule-examples.ts'
import { lostExamples, unpaidExamples } from './carriers/unpaid-examples.ts'
import { expectedCashExamples, expectedMonthExamples, varianceExamples } from './carriers/variance-examples.ts'
import {
  applicationBulkExamples,
  contactBulkExamples,
  customerBulkExamples,
  leadBulkExamples,
  lineBulkExamples,
  lostBulkExamples,
  offlineBulkExamples,
  unpaidBulkExamples,
  varianceBulkExamples,
} from './clients/bulk-examples.ts'
import { contactExamples, contactMergeExamples } from './clients/contact-examples.ts'
import { customerExamples } from './clients/customer-examples.ts'
import { listExamples } from './clients/list-examples.ts'
import { marketingExamples, optOutExamples } from './clients/marketing-examples.ts'
import { messageExamples } from './clients/message-examples.ts'
import { noteExamples } from './clients/note-examples.ts'
import { notificationExamples } from './clients/notification-examples.ts'
import type { Example, ExamplesOf } from './example.ts'
import {
  adjustmentExamples,
  advanceExamples,
  agentContractExamples,
  holdExamples,
  overrideExamples,
  policySplitExamples,
  uplineExamples,
} from './pay/pay-term-examples.ts'
import { bankAccountExamples, payoutExamples, payoutSettingsExamples } from './pay/payout-examples.ts'
import { rateExamples } from './pay/rate-examples.ts'
import { sourceExamples } from './pay/source-examples.ts'
import { taxFormExamples } from './pay/tax-form-examples.ts'
import { termFileExamples } from './pay/term-file-examples.ts'
import { applicationExamples, consentExamples } from './sales/application-examples.ts'
import { authorizationExamples, authorizationRuleExamples } from './sales/authorization-examples.ts'
import { clientConsentExamples } from './sales/client-consent-examples.ts'
import { cmsRegistrationExamples } from './sales/cms-registration-examples.ts'
import { applicationReviewExamples, edeExamples } from './sales/ede-examples.ts'
import { enrollmentExamples } from './sales/enrollment-examples.ts'
import { enrollmentWindowExamples } from './sales/enrollment-window-examples.ts'
import { handoffExamples } from './sales/handoff-examples.ts'
import { healthSherpaExamples } from './sales/health-sherpa-examples.ts'
import { customerMakingExamples, leadExamples } from './sales/lead-examples.ts'
import { linkedCustomerExamples, marketplaceExamples } from './sales/marketplace-examples.ts'
import { offlineExamples } from './sales/offline-examples.ts'
import { planDataExamples } from './sales/plan-data-examples.ts'
import { planDirectoryExamples, planExamples } from './sales/plan-examples.ts'

/** The examples of every contract. A missing route, or a row without a route, does not compile. */
const allExamples: { [Feature in keyof typeof contracts]: ExamplesOf<(typeof contracts)[Feature]> } = {
  shell: shellExamples,
  access: accessExamples,
  passwords: passwordExamples,
  invitations: invitationExamples,
  rightsToAskFor: rightsToAskForExamples,
  lookups: lookupExamples,
  agents: agentExamples,
  rates: rateExamples,
  schedules: scheduleExamples,
  agentContracts: agentContractExamples,
  uplines: uplineExamples,
  overrides: overrideExamples,
  policySplits: policySplitExamples,
  termFiles: termFileExamples,
  advances: advanceExamples,
  adjustments: adjustmentExamples,
  holds: holdExamples,
  exceptions: exceptionExamples,
  threeSources: sourceExamples,
  expectedCashRows: expectedCashExamples,
  expectedMonths: expectedMonthExamples,
  variances: varianceExamples,
  disputes: disputeExamples,
  carriers: carrierExamples,
  lists: listExamples,
  policies: policyExamples,
  policyPeople: policyPeopleExamples,
  customers: customerExamples,
  uploads: uploadExamples,
  commissionLoads: commissionLoadExamples,
  statements: statementExamples,
  statementChecks: statementCheckExamples,
  agentStatements: agentStatementExamples,
  payments: paymentExamples,
  payRuns: payRunExamples,
  bankAccounts: bankAccountExamples,
  payoutSettings: payoutSettingsExamples,
  payouts: payoutExamples,
  taxForms: taxFormExamples,
  tracking: trackingExamples,
  users: userExamples,
  userAccess: userAccessExamples,
  roleTemplates: roleTemplateExamples,
  rightsGrants: grantExamples,
  emergency: emergencyExamples,
  profile: profileExamples,
  ownPhoto: ownPhotoExamples,
  contacts: contactExamples,
  contactMerges: contactMergeExamples,
  search: searchExamples,
  dashboard: dashboardExamples,
  home: homeExamples,
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
  customerMaking: customerMakingExamples,
  plans: planExamples,
  planDirectory: planDirectoryExamples,
  planData: planDataExamples,
  cmsRegistration: cmsRegistrationExamples,
  healthSherpa: healthSherpaExamples,
  leadBulk: leadBulkExamples,
  customerBulk: customerBulkExamples,
  contactBulk: contactBulkExamples,
  offlineBulk: offlineBulkExamples,
  applicationBulk: applicationBulkExamples,
  unpaidBulk: unpaidBulkExamples,
  lineBulk: lineBulkExamples,
  varianceBulk: varianceBulkExamples,
  lostBulk: lostBulkExamples,
  unpaidPolicies: unpaidExamples,
  lostPolicies: lostExamples,
  applications: applicationExamples,
  ede: edeExamples,
  applicationReviews: applicationReviewExamples,
  consent: consentExamples,
  clientConsents: clientConsentExamples,
  authorizations: authorizationExamples,
  authorizationRules: authorizationRuleExamples,
  enrollments: enrollmentExamples,
  enrollmentWindows: enrollmentWindowExamples,
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
  terms: termsExamples,
}

/** Display name of a route, such as 'GET /api/Policies'. */
export const nameOf = ({ method, path }: Route) => `${method} ${path}`

// The table above lets the compiler check that each input belongs to its route.
const byContract = allExamples as unknown as Record<string, Record<string, Example>>
const byRoute = new Map(
  Object.entries<Record<string, Route>>(contracts).flatMap(([feature, contract]) =>
    Object.entries(contract).map(([name, route]) => [nameOf(route), byContract[feature]?.[name]] as const),
  ),
)

/** The example of a route; throws with instructions if it is missing. */
export function exampleOf(route: Route): Example {
  const found = byRoute.get(nameOf(route))
  if (!found)
    throw new Error(
      `${nameOf(route)} has no row in the access matrix: add an example input and its answers to the file of its feature in server/src/route-examples/, and a new contract to all-examples.ts there.`,
    )
  return found
}
