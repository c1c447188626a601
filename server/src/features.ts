import { resources } from '@coverdesk/domain/access/rights.ts'
import { actionsInBulk, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { countedLinks } from '@coverdesk/domain/menu/menu-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type ConsentSubjectKind, consentSubjects } from '@coverdesk/domain/platform/consent-rule.ts'
import { searchKinds } from '@coverdesk/domain/search/search-contract.ts'
import { accessFeature } from './access/access-feature.ts'
import { agencyFeature } from './agency/agency-feature.ts'
import { agentFeature } from './agents/agent-feature.ts'
import { alertFeature } from './alerts/alert-feature.ts'
import { applicationFeature } from './applications/application-feature.ts'
import { auditFeature } from './audit/audit-feature.ts'
import { authorizationFeature } from './authorizations/authorization-feature.ts'
import { backupFeature } from './backup/backup-feature.ts'
import { bulkFeature } from './bulk/bulk-feature.ts'
import { setOfMany } from './bulk/change-many.ts'
import { carrierFeature } from './carriers/carrier-feature.ts'
import { cmsRegistrationFeature } from './cms-registration/cms-registration-feature.ts'
import { statementFeature } from './commissions/statement-feature.ts'
import { consentFeature } from './consents/consent-feature.ts'
import type { FindsConsentSubject } from './consents/consent-gate.ts'
import { contactFeature } from './contacts/contact-feature.ts'
import { customerFeature } from './customers/customer-feature.ts'
import { dashboardFeature } from './dashboard/dashboard-feature.ts'
import { disputeFeature } from './disputes/dispute-feature.ts'
import { edeFeature } from './ede/ede-feature.ts'
import { emergencyFeature } from './emergency/emergency-feature.ts'
import { enrollmentFeature } from './enrollment/enrollment-feature.ts'
import { enrollmentWindowFeature } from './enrollment-windows/enrollment-window-feature.ts'
import { exceptionFeature } from './exceptions/exception-feature.ts'
import type { Feature, JobParts, RouteParts } from './feature.ts'
import { handoffFeature } from './handoffs/handoff-feature.ts'
import { healthSherpaFeature } from './healthsherpa/health-sherpa-feature.ts'
import { homeFeature } from './home/home-feature.ts'
import { leadFeature } from './leads/lead-feature.ts'
import { logFeature } from './logs/log-feature.ts'
import { lookupFeature } from './lookups/lookup-feature.ts'
import { marketingFeature } from './marketing/marketing-feature.ts'
import { marketplaceFeature } from './marketplace/marketplace-feature.ts'
import { menuFeature } from './menu/menu-feature.ts'
import { messageFeature } from './messages/message-feature.ts'
import { noteFeature } from './notes/note-feature.ts'
import { notificationFeature } from './notifications/notification-feature.ts'
import { offlineFeature } from './offline/offline-feature.ts'
import { payRunFeature } from './pay-runs/pay-run-feature.ts'
import { payTermFeature } from './pay-terms/pay-term-feature.ts'
import { paymentFeature } from './payments/payment-feature.ts'
import { payoutFeature } from './payouts/payout-feature.ts'
import { personFeature } from './person/person-feature.ts'
import { planDataFeature } from './plan-data/plan-data-feature.ts'
import { planFeature } from './plans/plan-feature.ts'
import type { Bind } from './platform/http/http-call.ts'
import type { Job } from './platform/jobs/start-jobs.ts'
import type { Gauge } from './platform/metrics/gauge.ts'
import { policyFeature } from './policies/policy-feature.ts'
import { profileFeature } from './profile/profile-feature.ts'
import { ptoFeature } from './pto/pto-feature.ts'
import { rateFeature } from './rates/rate-feature.ts'
import { reportFeature } from './reports/report-feature.ts'
import { retentionFeature } from './retention/retention-feature.ts'
import { sandboxFeature } from './sandbox/sandbox-feature.ts'
import { scheduleFeature } from './schedules/schedule-feature.ts'
import { searchFeature } from './search/search-feature.ts'
import { secondFactorFeature } from './second-factor/second-factor-feature.ts'
import { setupFeature } from './setup/setup-feature.ts'
import { shellFeature } from './shell/shell-feature.ts'
import { statementCheckFeature } from './statement-checks/statement-check-feature.ts'
import { taxFormFeature } from './tax-forms/tax-form-feature.ts'
import { telephonyFeature } from './telephony/telephony-feature.ts'
import { termsFeature } from './terms/terms-feature.ts'
import { sourceFeature } from './three-sources/source-feature.ts'
import { unpaidFeature } from './unpaid/unpaid-feature.ts'
import { uploadFeature } from './uploads/upload-feature.ts'
import { userFeature } from './users/user-feature.ts'
import { varianceFeature } from './variances/variance-feature.ts'

/** All features. */
export const features: readonly Feature[] = [
  shellFeature,
  accessFeature,
  secondFactorFeature,
  lookupFeature,
  carrierFeature,
  agentFeature,
  rateFeature,
  policyFeature,
  customerFeature,
  personFeature,
  uploadFeature,
  statementFeature,
  paymentFeature,
  payRunFeature,
  payoutFeature,
  taxFormFeature,
  messageFeature,
  userFeature,
  emergencyFeature,
  profileFeature,
  contactFeature,
  noteFeature,
  searchFeature,
  menuFeature,
  homeFeature,
  dashboardFeature,
  offlineFeature,
  bulkFeature,
  leadFeature,
  applicationFeature,
  consentFeature,
  edeFeature,
  authorizationFeature,
  unpaidFeature,
  sourceFeature,
  scheduleFeature,
  payTermFeature,
  exceptionFeature,
  statementCheckFeature,
  varianceFeature,
  disputeFeature,
  ptoFeature,
  marketplaceFeature,
  healthSherpaFeature,
  planFeature,
  planDataFeature,
  cmsRegistrationFeature,
  enrollmentFeature,
  enrollmentWindowFeature,
  handoffFeature,
  sandboxFeature,
  reportFeature,
  telephonyFeature,
  logFeature,
  auditFeature,
  alertFeature,
  notificationFeature,
  marketingFeature,
  agencyFeature,
  termsFeature,
  setupFeature,
  retentionFeature,
  backupFeature,
]

/** Binds the routes of all features; throws when a name of the domain is declared by no feature or by two. */
export function bindFeatures(on: Bind, given: Pick<RouteParts, 'buildId'>): void {
  const kinds = features.flatMap(({ search = [] }) => search.map((kind) => [kind.kind, kind] as const))
  const lists = features.flatMap(({ menu = {} }) => Object.entries(menu))
  const areas = features.flatMap(({ areas = {} }) => Object.entries(areas))
  const bulk = features.flatMap(({ bulk = {} }) => Object.entries(bulk))
  const bulkLists = features.flatMap(({ bulkLists: declared = {} }) => Object.entries(declared))
  const noted = features.flatMap(({ noted = {} }) => Object.entries(noted))
  const notedNames = Object.values(notedKinds).map(({ name }) => name)
  const bulkDefinitions = declaredOnce('change of many', actionsInBulk, bulk)
  const parts: RouteParts = {
    ...given,
    bulkDefinitions,
    bulkLists: declaredOnce('list of the bulk kind', kindsInBulk, bulkLists),
    setOfMany: setOfMany(bulkDefinitions),
    notedRecords: declaredOnce('kind of noted record', notedNames, noted),
    searchKinds: [...declaredOnce('kind of search', searchKinds, kinds).values()],
    countedLists: declaredOnce('link of the menu', countedLinks, lists),
    areaLists: declaredOnce('list of the area', resources, areas),
  }
  for (const { routes } of features) routes?.(on, parts)
}

/** How the clients of all consent rules are found. */
export const featureConsentSubjects = (): ReadonlyMap<ConsentSubjectKind, FindsConsentSubject> =>
  declaredOnce(
    'subject of consent rules',
    consentSubjects,
    features.flatMap(({ consentSubjects: declared = {} }) => Object.entries(declared)),
  )

/** Figures of all features for monitoring. */
export const featureGauges = (): Gauge[] => features.flatMap(({ gauges = [] }) => gauges)

/** Background jobs of all features. */
export const featureJobs = (parts: JobParts): Job[] => features.flatMap(({ jobs }) => jobs?.(parts) ?? [])

/** Declarations of all features by name, in the domain's order. */
export function declaredOnce<Name extends string, Declared>(
  what: string,
  names: readonly Name[],
  declared: readonly (readonly [string, Declared])[],
): ReadonlyMap<Name, Declared> {
  return new Map(
    names.map((name) => {
      const found = declared.filter(([one]) => one === name)
      const [only] = found
      if (!only || found.length > 1) throw new Error(`The ${what} ${name} is declared by ${found.length} features`)
      return [name, only[1]]
    }),
  )
}
