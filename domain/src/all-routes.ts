import { access } from './access/access-contract.ts'
import { invitations } from './access/invitation-contract.ts'
import { rightsToAskFor } from './access/missing-rights-contract.ts'
import { passwords } from './access/password-contract.ts'
import { agency } from './agency/agency-contract.ts'
import { agents } from './agents/agent-contract.ts'
import { alerts } from './alerts/alert-contract.ts'
import { applications } from './applications/application-contract.ts'
import { consent } from './applications/consent-contract.ts'
import { auditLog } from './audit/audit-contract.ts'
import { authorizationRules, authorizations } from './authorizations/authorization-contract.ts'
import { bulk } from './bulk/bulk-contract.ts'
import { carriers } from './carriers/carrier-contract.ts'
import { cmsRegistration } from './cms-registration/cms-registration-contract.ts'
import { commissionLoads } from './commissions/commission-load-contract.ts'
import { agentStatements, statements } from './commissions/statement-contract.ts'
import { tracking } from './commissions/tracking-contract.ts'
import { clientConsents } from './consents/client-consent-contract.ts'
import { contacts } from './contacts/contact-contract.ts'
import { contactMerges } from './contacts/merge-contract.ts'
import { customers } from './customers/customer-contract.ts'
import { customerMaking, linkedCustomers } from './customers/linked-customer-contract.ts'
import { dashboard } from './dashboard/dashboard-contract.ts'
import { disputes } from './disputes/dispute-contract.ts'
import { applicationReviews, ede } from './ede/ede-contract.ts'
import { emergency } from './emergency/emergency-contract.ts'
import { enrollments } from './enrollment/enrollment-contract.ts'
import { enrollmentWindows } from './enrollment-windows/enrollment-window-contract.ts'
import { exceptions } from './exceptions/exception-contract.ts'
import { handoffs } from './handoffs/handoff-contract.ts'
import { healthSherpa } from './healthsherpa/health-sherpa-contract.ts'
import { home } from './home/home-contract.ts'
import { leads } from './leads/lead-contract.ts'
import { logs } from './logs/log-contract.ts'
import { lists } from './lookups/list-contract.ts'
import { lookups } from './lookups/lookup-contract.ts'
import { marketing } from './marketing/marketing-contract.ts'
import { optOut } from './marketing/opt-out-contract.ts'
import { marketplace } from './marketplace/marketplace-contract.ts'
import { menu } from './menu/menu-contract.ts'
import { messages } from './messages/message-contract.ts'
import { notes } from './notes/note-contract.ts'
import { notifications } from './notifications/notification-contract.ts'
import { offline } from './offline/offline-contract.ts'
import { payRuns } from './pay-runs/pay-run-contract.ts'
import { adjustments } from './pay-terms/adjustment-contract.ts'
import { advances } from './pay-terms/advance-contract.ts'
import { agentContracts } from './pay-terms/agent-contract-contract.ts'
import { holds } from './pay-terms/hold-contract.ts'
import { overrides } from './pay-terms/override-contract.ts'
import { policySplits } from './pay-terms/split-contract.ts'
import { uplines } from './pay-terms/upline-contract.ts'
import { payments } from './payments/payment-contract.ts'
import { bankAccounts } from './payouts/bank-account-contract.ts'
import { payouts } from './payouts/payout-contract.ts'
import { payoutSettings } from './payouts/payout-settings-contract.ts'
import { policyPeople } from './person/policy-people-contract.ts'
import { planData } from './plan-data/plan-data-contract.ts'
import { planDirectory } from './plans/directory-contract.ts'
import { plans } from './plans/plan-contract.ts'
import type { Route } from './platform/route.ts'
import { policies } from './policies/policy-contract.ts'
import { ownPhoto } from './profile/own-photo-contract.ts'
import { ownSignIn } from './profile/own-sign-in-contract.ts'
import { profile } from './profile/profile-contract.ts'
import { pto } from './pto/pto-contract.ts'
import { rates } from './rates/rate-contract.ts'
import { reports } from './reports/report-contract.ts'
import { sandbox } from './sandbox/sandbox-contract.ts'
import { schedules } from './schedules/schedule-contract.ts'
import { search } from './search/search-contract.ts'
import { ownSecondFactor } from './second-factor/own-second-factor-contract.ts'
import { secondFactor } from './second-factor/second-factor-contract.ts'
import { setup } from './setup/setup-contract.ts'
import { shell } from './shell/shell-contract.ts'
import { statementChecks } from './statement-checks/statement-check-contract.ts'
import { taxForms } from './tax-forms/tax-form-contract.ts'
import { telephony } from './telephony/telephony-contract.ts'
import { termFiles } from './term-files/term-file-contract.ts'
import { terms } from './terms/terms-contract.ts'
import { threeSources } from './three-sources/source-contract.ts'
import { lostPolicies, unpaidPolicies } from './unpaid/unpaid-contract.ts'
import { uploads } from './uploads/upload-contract.ts'
import { rightsGrants } from './users/rights-grant-contract.ts'
import { roleTemplates } from './users/role-template-contract.ts'
import { userAccess } from './users/user-access-contract.ts'
import { users } from './users/user-contract.ts'
import { expectedCashRows } from './variances/expected-cash-contract.ts'
import { expectedMonths } from './variances/expected-month-contract.ts'
import { variances } from './variances/variance-contract.ts'

/** Every contract of the product by feature, for routing, documentation and the permission table. */
export const contracts = {
  shell,
  access,
  passwords,
  invitations,
  rightsToAskFor,
  lookups,
  agents,
  rates,
  schedules,
  agentContracts,
  uplines,
  termFiles,
  overrides,
  policySplits,
  advances,
  adjustments,
  holds,
  exceptions,
  threeSources,
  expectedCashRows,
  expectedMonths,
  variances,
  disputes,
  carriers,
  lists,
  policies,
  policyPeople,
  customers,
  uploads,
  commissionLoads,
  statements,
  statementChecks,
  agentStatements,
  payments,
  payRuns,
  bankAccounts,
  payoutSettings,
  payouts,
  taxForms,
  tracking,
  users,
  userAccess,
  roleTemplates,
  rightsGrants,
  emergency,
  profile,
  ownPhoto,
  contacts,
  contactMerges,
  search,
  dashboard,
  home,
  menu,
  ownSignIn,
  messages,
  secondFactor,
  ownSecondFactor,
  notes,
  offline,
  leads,
  pto,
  marketplace,
  linkedCustomers,
  customerMaking,
  plans,
  planDirectory,
  planData,
  cmsRegistration,
  healthSherpa,
  enrollments,
  leadBulk: bulk.lead,
  customerBulk: bulk.customer,
  contactBulk: bulk.contact,
  offlineBulk: bulk.offline,
  applicationBulk: bulk.application,
  unpaidBulk: bulk.unpaid,
  lostBulk: bulk.lost,
  lineBulk: bulk.line,
  varianceBulk: bulk.variance,
  unpaidPolicies,
  lostPolicies,
  applications,
  ede,
  applicationReviews,
  consent,
  clientConsents,
  authorizations,
  authorizationRules,
  enrollmentWindows,
  handoffs,
  sandbox,
  reports,
  telephony,
  logs,
  auditLog,
  alerts,
  notifications,
  marketing,
  optOut,
  agency,
  setup,
  terms,
} satisfies Record<string, Record<string, Route>>

export const allRoutes: readonly Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Route>(contract),
)
