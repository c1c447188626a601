import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { projectRoot } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import { type AlertServices, recordAlerts } from './raise-alerts.ts'

/** How a check of the audit record ended; `outcome` is the last sentence of the command. */
interface AuditCheck {
  result: 'whole' | 'altered' | 'failed'
  outcome: string
}

const lookMinutes = 10
/** Leaves the first minutes to the start itself. */
const firstLookMinutes = 3

/**
 * Checks the audit record whenever this server's last check is older than `auditVerifyHours`, until it is stopped. The check is
 * `npm run verify-audit` in a process of its own, so that no request waits for it. An alteration raises an alert.
 */
export function startAuditCheckJob(
  db: Db,
  services: AlertServices,
  report: { whole: (sentence: string) => void; altered: (sentence: string) => void; failed: (error: unknown) => void },
  {
    env = process.env,
    firstLookMs = firstLookMinutes * 60_000,
  }: { env?: NodeJS.ProcessEnv; firstLookMs?: number } = {},
): { stop: () => Promise<void> } {
  const { auditVerifyHours: hours, serverName } = services.config
  if (hours === null) return { stop: async () => undefined }
  let child: ChildProcess | null = null
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  const look = async () => {
    if (stopped || !(await isDue(db, serverName, hours))) return
    const check = await runCheck(env, (started) => {
      child = started
    })
    child = null
    if (stopped) return
    if (check.result === 'failed') return report.failed(new Error(check.outcome))
    await recordCheck(db, services, check)
    report[check.result](check.outcome)
  }
  const run = () => {
    running = running.then(look).catch(report.failed)
  }
  const first = setTimeout(run, firstLookMs).unref()
  const timer = setInterval(run, lookMinutes * 60_000).unref()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(first)
      clearInterval(timer)
      child?.kill()
      await running
    },
  }
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

async function runCheck(env: NodeJS.ProcessEnv, started: (child: ChildProcess) => void): Promise<AuditCheck> {
  const child = spawn(process.execPath, [join(projectRoot, 'server/src/verify-audit-command.ts')], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-4_000)
    })
  const [code]: (number | null)[] = await once(child, 'close')
  const outcome = text.trim().split('\n').at(-1) ?? ''
  return { result: code === 0 ? 'whole' : code === 1 ? 'altered' : 'failed', outcome }
}
