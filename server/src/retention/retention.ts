import {
  announcedDays,
  type RetentionClass,
  type RetentionClassName,
  retentionClasses,
} from '@coverdesk/domain/retention/retention-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import type { Config } from '../platform/config/config.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { applicationRule } from './application-rule.ts'
import { logDays, notificationDays, statusUpdateDays } from './log-rules.ts'
import { cardNumbers, offlineApplications, offlineDrafts } from './offline-rules.ts'
import { customers, leads, sessions } from './people-rules.ts'
import type { RetentionRule } from './retention-rule.ts'

export type RetentionSettings = Pick<
  Config,
  'retentionPeopleYears' | 'retentionEnrollmentYears' | 'retentionNotificationDays'
>

/** Leads before customers, because customers hold their leads. */
const rules: readonly RetentionRule[] = [
  cardNumbers,
  offlineDrafts,
  sessions,
  logDays,
  notificationDays,
  leads,
  customers,
  offlineApplications,
  applicationRule,
  statusUpdateDays,
]

/** Records per transaction, so that locks are short. */
const most = 100
/** Maximum announcements per class and day; the next days announce the rest. Rules may have a higher one. */
const usualAnnounced = 5_000
const announcedPerDay = ({ maxAnnounced = usualAnnounced }: RetentionRule) => maxAnnounced
const announced = sql`make_interval(days => ${announcedDays})`

/** Number of destroyed or expired records of a class. */
export interface Destroyed {
  class: RetentionClassName
  count: number
}

/**
 * Announces records due in a week, and destroys those that were found due on seven days and still are (P-68). Uses only
 * the database's clock and scans each day once: after a clock jump ahead, records are only announced, and dropped once
 * the clock is corrected. Records used or held since their announcement are kept. Each destroyed record leaves an audit
 * event without values, in the same transaction.
 */
export async function retain(
  db: Db,
  source: AuditSource,
  settings: RetentionSettings,
  maxAnnounced: (rule: RetentionRule) => number = announcedPerDay,
): Promise<Destroyed[]> {
  const destroyed: Destroyed[] = []
  for (const rule of rules) {
    const period = periodOf(rule, settings)
    if (!period) await sql`delete from retention_due where class = ${rule.class}`.execute(db)
    else {
      await announce(db, rule, period, maxAnnounced(rule))
      destroyed.push({ class: rule.class, count: await destroyAnnounced(db, source, rule, period) })
    }
  }
  return destroyed
}

/** Number of records per class that the job would destroy within a week if it announced them now; changes nothing. */
export async function countExpired(db: Db, settings: RetentionSettings): Promise<(Destroyed & { period: string })[]> {
  const found: (Destroyed & { period: string })[] = []
  for (const rule of rules) {
    const period = periodOf(rule, settings)
    const { rows } = period
      ? await sql<{ count: number }>`
          select count(*)::int as count from (${rule.due(sql`(now() + ${announced})`, sqlOf(period), sql`true`)}) due`.execute(
          db,
        )
      : { rows: [] }
    found.push({ class: rule.class, count: rows[0]?.count ?? 0, period: period ? inWords(period) : 'kept for good' })
  }
  return found
}

/** Retention period of a class from its setting; null means forever. */
function periodOf(rule: RetentionRule, settings: RetentionSettings): RetentionClass['period'] | null {
  const { period, setting }: RetentionClass = retentionClasses[rule.class]
  if (setting === undefined) return period
  if (setting === 'RETENTION_NOTIFICATION_DAYS') return { days: settings.retentionNotificationDays }
  const years = setting === 'RETENTION_PEOPLE_YEARS' ? settings.retentionPeopleYears : settings.retentionEnrollmentYears
  return years === null ? null : { years }
}

const sqlOf = (period: RetentionClass['period']) =>
  'years' in period ? sql`make_interval(years => ${period.years})` : sql`make_interval(days => ${period.days})`

const inWords = (period: RetentionClass['period']) =>
  'years' in period ? `${period.years} years` : `${period.days} days`

/** Once a day, because a scan can be slow: adds records due in a week, and removes those no longer due. */
async function announce(
  db: Db,
  rule: RetentionRule,
  period: RetentionClass['period'],
  maxAnnounced: number,
): Promise<void> {
  const soon = sql<Date>`(now() + ${announced})`
  const { rows } = await sql`
    select from retention_looks where class = ${rule.class} and looked_at between now() - interval '23 hours' and now()`.execute(
    db,
  )
  if (rows.length > 0) return
  await inTransaction(db, async (db) => {
    await sql`
      insert into retention_looks (class) values (${rule.class})
      on conflict (class) do update set looked_at = now()`.execute(db)
    const still = rule.due(
      soon,
      sqlOf(period),
      isAmong(rule, sql`select record_id from retention_due where class = ${rule.class}`),
    )
    await sql`
      delete from retention_due d
      where d.class = ${rule.class} and not exists (select from (${still}) still where still.id = d.record_id)`.execute(
      db,
    )
    await sql`update retention_due set looks = looks + 1 where class = ${rule.class}`.execute(db)
    // Announced ones are left out before the limit: they would fill it each day, and the rest would never be announced.
    const isNew = sql<boolean>`not exists (
      select from retention_due known where known.class = ${rule.class} and known.record_id = ${rule.id}::text)`
    await sql`
      insert into retention_due (class, record_id)
      select ${rule.class}, id from (${rule.due(soon, sqlOf(period), isNew)}) due limit ${maxAnnounced}
      on conflict do nothing`.execute(db)
  })
}

const isAmong = ({ id }: RetentionRule, ids: RawBuilder<unknown>) => sql<boolean>`${id}::text in (${ids})`

async function destroyAnnounced(
  db: Db,
  source: AuditSource,
  rule: RetentionRule,
  period: RetentionClass['period'],
): Promise<number> {
  let destroyed = 0
  while (true) {
    const some = await inTransaction(db, (inside) => destroySome(inside, source, rule, period))
    destroyed += some
    if (some < most) return destroyed
  }
}

/** Announced records that are not due yet or are locked wait for the next run. */
async function destroySome(
  db: Db,
  source: AuditSource,
  rule: RetentionRule,
  period: RetentionClass['period'],
): Promise<number> {
  const dueNow = (only: RawBuilder<boolean>) => rule.due(sql`now()`, sqlOf(period), only)
  const long = isAmong(
    rule,
    sql`select record_id from retention_due where class = ${rule.class} and looks >= ${announcedDays}`,
  )
  const found = await sql<{ id: string }>`select id from (${dueNow(long)}) due order by id limit ${most}`.execute(db)
  if (found.rows.length === 0) return 0
  const locked = await rule.lock(found.rows.map(({ id }) => id)).execute(db)
  // Checked again under the lock, because the record may have been used in between.
  const ids = sql`select unnest(${locked.rows.map(({ id }) => id)}::text[])`
  const due = (await dueNow(isAmong(rule, ids)).execute(db)).rows.map(({ id }) => id)
  if (due.length === 0) return 0
  await rule.destroy(db, due)
  for (const id of due)
    await writeAudit(db, source, {
      action: 'delete',
      entity: rule.entity,
      entityId: id,
      outcome: 'done',
      facts: { retention: rule.class, after: inWords(period) },
    })
  await sql`delete from retention_due where class = ${rule.class} and record_id = any(${due})`.execute(db)
  return due.length
}
