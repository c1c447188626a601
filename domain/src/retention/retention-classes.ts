/** Period after which data is destroyed. */
export type RetentionPeriod = { readonly days: number } | { readonly years: number }

/** Kind of data with its retention period (P-68, and legal requirements in the promises, section 2). */
export interface RetentionClass {
  /** What is destroyed. */
  readonly what: string
  /** Start of the period. */
  readonly since: string
  /** Exceptions; null for none. */
  readonly unless: string | null
  readonly period: RetentionPeriod
  /** Setting that overrides the period or turns it off. */
  readonly setting?: 'RETENTION_PEOPLE_YEARS' | 'RETENTION_ENROLLMENT_YEARS' | 'RETENTION_NOTIFICATION_DAYS'
}

/** Years for which enrollment records, and the people in them, are kept (45 CFR 155.220). */
export const enrollmentYears = 10

/** Default retention of notifications in days. */
export const notificationDays = 90

/**
 * Days for which destruction is announced. Data must be found due on as many days, and still be due, so that a wrong
 * clock destroys nothing.
 */
export const announcedDays = 7

/**
 * All data with a retention period. Everything else is kept: the audit record, policies, users, agents, rates, imports.
 */
export const retentionClasses = {
  'card-number': {
    what: 'Card numbers and expirations of offline applications; the last four digits stay',
    since: 'the application was processed',
    unless: 'the application is on hold',
    period: { days: 30 },
  },
  'offline-draft': {
    what: 'Drafts of offline applications',
    since: 'the last change of its text',
    unless: null,
    period: { days: 14 },
  },
  session: {
    what: 'Ended sessions with their addresses and browsers',
    since: 'the session began',
    unless: null,
    period: { days: 90 },
  },
  'log-day': {
    what: "Days of the application's log",
    since: 'the day was over',
    unless: null,
    period: { days: 90 },
  },
  'notification-day': {
    what: 'Days of the notifications that people got, read or not',
    since: 'the day was over',
    unless: null,
    period: { days: notificationDays },
    setting: 'RETENTION_NOTIFICATION_DAYS',
  },
  'status-update-day': {
    what: 'Days of the policy statuses that HealthSherpa sent, with the names of clients',
    since: 'the day was over',
    unless: null,
    period: { years: enrollmentYears },
    setting: 'RETENTION_ENROLLMENT_YEARS',
  },
  lead: {
    what: 'Leads with their notes and histories',
    since: 'they were changed or noted on last',
    unless:
      'the person is a customer, has a policy or an application of the last ten years, or asked within five years not to be called',
    period: { years: 2 },
    setting: 'RETENTION_PEOPLE_YEARS',
  },
  customer: {
    what: 'Customers with their ways to reach them, notes and histories',
    since: 'they, or a lead of theirs, were changed or noted on, called, written to or heard of last',
    unless:
      'the person is an agent or a user, has a policy or an application of the last ten years, or asked within five years not to be contacted',
    period: { years: 2 },
    setting: 'RETENTION_PEOPLE_YEARS',
  },
  'offline-application': {
    what: 'Offline applications with their members, notes and histories',
    since: 'they were submitted, changed or noted on last',
    unless: 'the application is on hold',
    period: { years: enrollmentYears },
    setting: 'RETENTION_ENROLLMENT_YEARS',
  },
  'internal-application': {
    what: 'Internal applications with their consents, which the database itself keeps ten years, notes and histories',
    since: 'they were changed, noted on, asked consent for or consented to last',
    unless: null,
    period: { years: enrollmentYears },
    setting: 'RETENTION_ENROLLMENT_YEARS',
  },
} as const satisfies Record<string, RetentionClass>
export type RetentionClassName = keyof typeof retentionClasses
