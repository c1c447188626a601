import type { AlertKind } from '@coverdesk/domain/alerts/alert-rules.ts'
import { recordAlerts } from '../../alerts/raise-alerts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { BackgroundLog } from '../../platform/runtime/logging.ts'
import type { NoticeServices } from '../../users/notify-administrators.ts'

/** Alerts the administrators, at most once a day for each kind. Never throws: the failure itself is in the log already. */
export type RaiseBackupAlert = (kind: Extract<AlertKind, `backup${string}`>, details: string) => Promise<void>

export function backupAlerts(db: Db, services: NoticeServices, log: BackgroundLog): RaiseBackupAlert {
  return async (kind, details) => {
    try {
      await recordAlerts(db, services, [{ kind, userId: null, address: null, times: 0, records: 0, details }])
    } catch (err) {
      log.failed('Backup', { err }, 'The administrators could not be alerted of a failed backup')
    }
  }
}
