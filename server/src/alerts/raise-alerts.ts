import { type AlertKind, alertsFor, alertTitles, type RecentActivity } from '@coverdesk/domain/alerts/alert-rules.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type NoticeServices, notifyAdministrators } from '../users/notify-administrators.ts'

/** An alert to raise: by a user, by an address without a session, or about the server. */
export interface NewAlert {
  kind: AlertKind
  userId: number | null
  address: string | null
  times: number
  records: number
  details: string | null
}

interface Actor extends RecentActivity {
  userId: number | null
  address: string | null
}

/**
 * Raises alerts for the activity of the last hour and notifies the administrators. Returns how many are new: a user or
 * address gets at most one of each kind a day. Several nodes may run it at once.
 */
export async function raiseAlerts(db: Db, services: NoticeServices): Promise<number> {
  const actors = await recentActors(db)
  const found = actors.flatMap((actor) => alertsFor(actor).map((kind) => alertOf(kind, actor)))
  return found.length === 0 ? 0 : await recordAlerts(db, services, found)
}

/** Stores alerts and notifies every active administrator and security administrator, all in one transaction. */
export async function recordAlerts(db: Db, services: NoticeServices, alerts: readonly NewAlert[]): Promise<number> {
  return await inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number; kind: AlertKind }>`
      insert into security_alerts (kind, user_id, address, times, records, details)
      select a.kind, a."userId", a.address, a.times, a.records, a.details
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
        as a (kind text, "userId" bigint, address text, times int, records bigint, details text)
      on conflict do nothing returning id, kind`.execute(db)
    if (rows.length === 0) return 0
    const titles = [...new Set(rows.map(({ kind }) => alertTitles[kind]))].join(', ')
    await notifyAdministrators(db, services, {
      kind: 'security-alert',
      records: rows.map(({ id, kind }) => ({ recordId: id, facts: { alert: kind } })),
      sentence: {
        en: `${services.brands.own.name} raised a security alert: ${titles}.`,
        es: `${services.brands.own.name} emitió una alerta de seguridad: ${titles}.`,
      },
      page: '/portal/security/alerts',
    })
    return rows.length
  })
}

function alertOf(kind: AlertKind, actor: Actor): NewAlert {
  const { userId, address } = actor
  const counts: Record<AlertKind, { times: number; records: number }> = {
    exports: { times: actor.exports, records: actor.exportedRecords },
    reveals: { times: actor.reveals, records: 0 },
    refusals: { times: actor.refusals, records: 0 },
    'audit-record': { times: 0, records: 0 },
    'backup-proof': { times: 0, records: 0 },
    backup: { times: 0, records: 0 },
    'backup-copy': { times: 0, records: 0 },
    'backup-log': { times: 0, records: 0 },
    'registration-list': { times: 0, records: 0 },
    'termination-list': { times: 0, records: 0 },
  }
  return { kind, userId, address, ...counts[kind], details: null }
}

/** Activity of the last hour by user, or by address where there is no user; by the clock of the database. */
async function recentActors(db: Db): Promise<Actor[]> {
  const { rows } = await sql<Actor>`
    select user_id as "userId", case when user_id is null then address end as address,
      count(*) filter (where action = 'export' and outcome = 'done') as exports,
      coalesce(sum(cardinality(subjects)) filter (where action = 'export' and outcome = 'done'), 0)::bigint
        as "exportedRecords",
      count(*) filter (where action = 'reveal' and outcome = 'done') as reveals,
      -- Rejected anonymous requests are aggregated: facts.times is how many requests an event counts.
      coalesce(sum(coalesce((facts ->> 'times')::int, 1)) filter (where outcome = 'refused'), 0)::bigint as refusals
    from audit_events
    where at > now() - interval '1 hour' and (outcome = 'refused' or action in ('export', 'reveal'))
      and (user_id is not null or address is not null)
    group by 1, 2`.execute(db)
  return rows
}
