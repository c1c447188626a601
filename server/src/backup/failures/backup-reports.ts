import { reportedFailure } from '../../platform/jobs/start-jobs.ts'
import { isBootFailure } from '../../platform/runtime/boot-failure.ts'
import type { BackgroundLog } from '../../platform/runtime/logging.ts'
import { runCommand } from '../../platform/runtime/run-command.ts'
import type { RaiseBackupAlert } from './backup-alerts.ts'

/** Where failures of one job go. */
export interface BackupReports {
  log: BackgroundLog
  alert: RaiseBackupAlert
  kind: Parameters<RaiseBackupAlert>[0]
  sentence: string
  /** Milliseconds that it has to fail before it raises an alert; default: the first failure does. */
  alertAfterMs?: number
}

type Run = (signal: AbortSignal) => Promise<typeof reportedFailure | undefined>

/** Run of a command. A failure is logged, alerts, and is retried at the next check and not sooner. */
export function commandRun(file: string, env: NodeJS.ProcessEnv, reports: BackupReports): Run {
  const failing = failingTime(reports)
  return async (signal) => {
    const { code, lastLine } = await runCommand(file, env, signal)
    if (code === 0) {
      reports.log.note('Backup', lastLine)
      failing.ends()
      return undefined
    }
    if (signal.aborted) return undefined
    reports.log.failed('Backup', {}, `${reports.sentence}: ${lastLine}`)
    await failing.goesOn(lastLine)
    return reportedFailure
  }
}

/** Run of work that repeats several times a minute: its failure is logged when it begins or changes, and its end. */
export function frequentRun(run: () => Promise<void>, reports: BackupReports): Run {
  const { log, sentence } = reports
  const failing = failingTime(reports)
  let problem: string | null = null
  return async () => {
    try {
      await run()
      if (problem !== null) log.note('Backup', `${sentence}: it works again.`)
      problem = null
      failing.ends()
      return undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== problem) log.failed('Backup', isBootFailure(error) ? {} : { err: error }, `${sentence}: ${reason}`)
      problem = reason
      await failing.goesOn(reason)
      return reportedFailure
    }
  }
}

function failingTime({ alert, kind, alertAfterMs = 0 }: BackupReports) {
  let since: number | null = null
  return {
    ends: () => {
      since = null
    },
    goesOn: async (reason: string) => {
      since ??= Date.now()
      if (Date.now() - since >= alertAfterMs) await alert(kind, reason)
    },
  }
}
