/** A time after which something is destroyed. */
export type RetentionPeriod = { readonly days: number } | { readonly years: number }

/** A kind of data with the time that it is kept; P-68, and what the laws ask (promises of design, section 2). */
export interface RetentionClass {
  /** What is destroyed. */
  readonly what: string
  /** From when the time counts. */
  readonly since: string
  /** What keeps it all the same. */
  readonly unless: string
  readonly period: RetentionPeriod
  /** The setting that says another period, or none. */
  readonly setting?: 'RETENTION_PEOPLE_YEARS' | 'RETENTION_ENROLLMENT_YEARS' | 'RETENTION_NOTIFICATION_DAYS'
}

/** Years that the records of an enrollment are kept, and whoever they are about with them (45 CFR 155.220). */
export const enrollmentYears = 10

/** Days that notifications are kept where nothing else is set. */
export const notificationDays = 90

/**
 * What is due is announced so many days before, and destroyed only after it was found on as many days, and is due still:
 * nothing goes on a wrong look at a clock.
 */
export const announcedDays = 7

/** Everything that has an end. What is not here is kept: the audit record, policies, users, agents, rates, loads. */
export const retentionClasses = {
  'card-number': {
    what: 'Card numbers and expirations of offline applications; the last four digits stay',
    since: 'the application was processed',
    unless: 'the application is on hold',
    period: { days: 30 },
  },
  'offline-draft': {
    what: 'Drafts of offline applications',
    since: 'somebody typed in it last',
    unless: 'nothing',
    period: { days: 14 },
  },
  session: {
    what: 'Ended sessions with their addresses and browsers',
    since: 'the session began',
    unless: 'nothing',
    period: { days: 90 },
  },
  'log-day': {
    what: "Days of the application's log",
    since: 'the day was over',
    unless: 'nothing',
    period: { days: 90 },
  },
  'notification-day': {
    what: 'Days of the notifications that people got, read or not',
    since: 'the day was over',
    unless: 'nothing',
    period: { days: notificationDays },
    setting: 'RETENTION_NOTIFICATION_DAYS',
  },
  lead: {
    what: 'Leads with their notes and histories',
    since: 'they were changed or noted on last',
    unless: 'the person is a customer, or has a policy or an application of the last ten years',
    period: { years: 2 },
    setting: 'RETENTION_PEOPLE_YEARS',
  },
  customer: {
    what: 'Customers with their ways to reach them, notes and histories',
    since: 'they, or a lead of theirs, were changed or noted on, written to or heard of last',
    unless: 'the person is an agent or a user, or has a policy or an application of the last ten years',
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
    what: 'Internal applications with their consents, notes and histories',
    since: 'they were changed, noted on, asked consent for or consented to last',
    unless: 'nothing; the database itself keeps each consent ten years',
    period: { years: enrollmentYears },
    setting: 'RETENTION_ENROLLMENT_YEARS',
  },
} as const satisfies Record<string, RetentionClass>
export type RetentionClassName = keyof typeof retentionClasses
