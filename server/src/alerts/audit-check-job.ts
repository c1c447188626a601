import { sql } from 'kysely'
import { alteredWords } from '../audit/chain/altered-words.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { runCommand } from '../platform/runtime/run-command.ts'
import type { NoticeServices } from '../users/notify-administrators.ts'
import { recordAlerts } from './raise-alerts.ts'

/** Result of a check of the audit record; `outcome` is the last line of the command. */
interface AuditCheck {
  result: 'whole' | 'altered' | 'failed'
  outcome: string
}

const checkMs = 10 * 60_000
/** Leaves the first minutes to the start itself. */
const firstCheckMs = 3 * 60_000

/**
 * Checks the audit record with `bin/coverdesk verify-audit` whenever this server's last check is older than `auditVerifyHours`.
 * An alteration raises an alert.
 */
export function auditCheckJob(
  db: Db,
  services: NoticeServices,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  const { auditVerifyHours: hours, serverName } = services.config
  if (hours === null) return []
  const run = async (signal: AbortSignal) => {
    if (!(await isDue(db, serverName, hours))) return
    const check = await runCheck(env, signal)
    if (signal.aborted) return
    if (check.result === 'failed') throw new Error(check.outcome)
    await recordCheck(db, services, check)
    if (check.result === 'whole') log.note('Audit', check.outcome)
    else log.failed('Audit', {}, check.outcome)
  }
  const failure = { category: 'Audit', sentence: 'The audit record could not be checked' } as const
  // A check reads the whole record: a failed one is not retried before the next regular check.
  return [{ name: 'alerts.check-audit', everyMs: checkMs, firstAfterMs, retryMs: checkMs, failure, run }]
}

/** A check that is noted ahead of the clock was made while the clock was wrong, and says nothing about now. */
async function isDue(db: Db, server: string, hours: number): Promise<boolean> {
  const { rows } = await sql`
    select from audit_checks where server = ${server}
      and checked_at between now() - make_interval(hours => ${hours}) and now() + interval '1 hour'`.execute(db)
  return rows.length === 0
}

/** Stores the result of a check of this server and alerts the administrators when the record was altered. */
export async function recordCheck(db: Db, services: NoticeServices, { result, outcome }: AuditCheck): Promise<void> {
  await sql`
    insert into audit_checks (server, checked_at, whole, outcome)
    values (${services.config.serverName}, now(), ${result === 'whole'}, ${outcome})
    on conflict (server) do update set checked_at = excluded.checked_at, whole = excluded.whole, outcome = excluded.outcome`.execute(
    db,
  )
  if (result !== 'altered') return
  const alert = { kind: 'audit-record', userId: null, address: null, times: 0, records: 0, details: outcome } as const
  await recordAlerts(db, services, [alert])
}

async function runCheck(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<AuditCheck> {
  const { code, lastLine } = await runCommand('verify-audit-command.ts', env, signal)
  // Node ends with 1, too, when a command cannot be loaded, as during an upgrade.
  const isAltered = code === 1 && lastLine.startsWith(alteredWords)
  return { result: code === 0 ? 'whole' : isAltered ? 'altered' : 'failed', outcome: lastLine }
}
