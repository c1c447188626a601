import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { type AlertServices, recordAlerts } from './raise-alerts.ts'

/** How a check of the audit record ended; `outcome` is the last sentence of the command. */
interface AuditCheck {
  result: 'whole' | 'altered' | 'failed'
  outcome: string
}

const lookMs = 10 * 60_000
/** Leaves the first minutes to the start itself. */
const firstLookMs = 3 * 60_000

/**
 * Checks the audit record whenever this server's last check is older than `auditVerifyHours`. The check is `npm run verify-audit`
 * in a process of its own, so that no request waits for it; a stop ends it. An alteration raises an alert.
 */
export function auditCheckJob(
  db: Db,
  services: AlertServices,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstLookMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
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
  // A check reads the whole record: one that failed is not repeated sooner than it would be looked for anyway.
  return [{ name: 'alerts.check-audit', everyMs: lookMs, firstAfterMs, retryMs: lookMs, failure, run }]
}

async function isDue(db: Db, server: string, hours: number): Promise<boolean> {
  const { rows } = await sql`
    select from audit_checks where server = ${server} and checked_at > now() - make_interval(hours => ${hours})`.execute(
    db,
  )
  return rows.length === 0
}

/** Stores the result of a check of this server and alerts the administrators when the record was altered. */
export async function recordCheck(db: Db, services: AlertServices, { result, outcome }: AuditCheck): Promise<void> {
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
  const child = spawn(process.execPath, [join(projectRoot, 'server/src/commands/verify-audit-command.ts')], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-4_000)
    })
  const [code]: (number | null)[] = await once(child, 'close')
  signal.removeEventListener('abort', kill)
  const outcome = text.trim().split('\n').at(-1) ?? ''
  return { result: code === 0 ? 'whole' : code === 1 ? 'altered' : 'failed', outcome }
}
