import { accessFeature } from './access/access-feature.ts'
import { agencyFeature } from './agency/agency-feature.ts'
import { agentFeature } from './agents/agent-feature.ts'
import { alertFeature } from './alerts/alert-feature.ts'
import { applicationFeature } from './applications/application-feature.ts'
import { auditFeature } from './audit/audit-feature.ts'
import { authorizationFeature } from './authorizations/authorization-feature.ts'
import { carrierFeature } from './carriers/carrier-feature.ts'
import { cmsRegistrationFeature } from './cms-registration/cms-registration-feature.ts'
import { statementFeature } from './commissions/statement-feature.ts'
import { consumerFeature } from './consumer/consumer-feature.ts'
import { contactFeature } from './contacts/contact-feature.ts'
import { customerFeature } from './customers/customer-feature.ts'
import { disputeFeature } from './disputes/dispute-feature.ts'
import { edeFeature } from './ede/ede-feature.ts'
import { enrollmentFeature } from './enrollment/enrollment-feature.ts'
import { enrollmentWindowFeature } from './enrollment-windows/enrollment-window-feature.ts'
import { exceptionFeature } from './exceptions/exception-feature.ts'
import type { Feature } from './feature.ts'
import { guideFeature } from './guide/guide-feature.ts'
import { handoffFeature } from './handoffs/handoff-feature.ts'
import { healthSherpaFeature } from './healthsherpa/health-sherpa-feature.ts'
import { leadFeature } from './leads/lead-feature.ts'
import { logFeature } from './logs/log-feature.ts'
import { lookupFeature } from './lookups/lookup-feature.ts'
import { marketingFeature } from './marketing/marketing-feature.ts'
import { marketplaceFeature } from './marketplace/marketplace-feature.ts'
import { messageFeature } from './messages/message-feature.ts'
import { offlineFeature } from './offline/offline-feature.ts'
import { payRunFeature } from './pay-runs/pay-run-feature.ts'
import { payTermFeature } from './pay-terms/pay-term-feature.ts'
import { paymentFeature } from './payments/payment-feature.ts'
import { payoutFeature } from './payouts/payout-feature.ts'
import { planDataFeature } from './plan-data/plan-data-feature.ts'
import { planFeature } from './plans/plan-feature.ts'
import { policyFeature } from './policies/policy-feature.ts'
import { profileFeature } from './profile/profile-feature.ts'
import { ptoFeature } from './pto/pto-feature.ts'
import { rateFeature } from './rates/rate-feature.ts'
import { reportFeature } from './reports/report-feature.ts'
import { sandboxFeature } from './sandbox/sandbox-feature.ts'
import { scheduleFeature } from './schedules/schedule-feature.ts'
import { setupFeature } from './setup/setup-feature.ts'
import { standingPageFeature } from './standing-pages/standing-page-feature.ts'
import { taxFormFeature } from './tax-forms/tax-form-feature.ts'
import { termsFeature } from './terms/terms-feature.ts'
import { sourceFeature } from './three-sources/source-feature.ts'
import { unpaidFeature } from './unpaid/unpaid-feature.ts'
import { uploadFeature } from './uploads/upload-feature.ts'
import { userFeature } from './users/user-feature.ts'
import { varianceFeature } from './variances/variance-feature.ts'

/** All features of the web app. */
export const features: readonly Feature[] = [
  standingPageFeature,
  accessFeature,
  setupFeature,
  handoffFeature,
  marketplaceFeature,
  planFeature,
  planDataFeature,
  cmsRegistrationFeature,
  healthSherpaFeature,
  enrollmentFeature,
  enrollmentWindowFeature,
  edeFeature,
  authorizationFeature,
  consumerFeature,
  contactFeature,
  customerFeature,
  leadFeature,
  policyFeature,
  unpaidFeature,
  sourceFeature,
  ptoFeature,
  statementFeature,
  paymentFeature,
  payRunFeature,
  payoutFeature,
  taxFormFeature,
  scheduleFeature,
  payTermFeature,
  exceptionFeature,
  varianceFeature,
  disputeFeature,
  carrierFeature,
  agencyFeature,
  termsFeature,
  agentFeature,
  rateFeature,
  logFeature,
  auditFeature,
  uploadFeature,
  reportFeature,
  lookupFeature,
  offlineFeature,
  applicationFeature,
  marketingFeature,
  userFeature,
  alertFeature,
  profileFeature,
  messageFeature,
  sandboxFeature,
  guideFeature,
]

/** Screens of the portal. */
export const screens = features.flatMap((feature) => feature.screens ?? [])
/** Pages of the consumer app. */
export const consumerPages = features.flatMap((feature) => feature.consumerPages ?? [])
/** Pages without login, besides those of sign-in. */
export const publicPages = features.flatMap((feature) => feature.publicPages ?? [])
/** Commands of the palette besides the links of the sidebar. */
export const commands = features.flatMap((feature) => feature.commands ?? [])
