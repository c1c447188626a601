import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { dataFolder, givenSettings } from '../platform/config/read-config.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import type { BackupSecrets } from './coverdesk-backup.ts'

export type BackupSettings = Pick<Config, 'backupSecret' | 'fieldSecret' | 'fieldSecretsEarlier' | 'auditSecret'>

/** Secrets of backups. Throws a BootFailure when the backup secret is missing. */
export function backupSecrets(config: BackupSettings): BackupSecrets {
  if (!config.backupSecret)
    throw new BootFailure(
      'BACKUP_SECRET is required for backups with DATABASE_URL. Make one with: openssl rand -base64 48, and keep it apart from the backups: nothing else opens them.',
    )
  return {
    backup: config.backupSecret,
    field: config.fieldSecret,
    fieldEarlier: config.fieldSecretsEarlier,
    audit: config.auditSecret,
  }
}

/**
 * Throws a BootFailure when a restore has no secrets: a new data folder would generate new ones, which decrypt nothing.
 */
export function refuseWithoutSecrets(env: Record<string, string | undefined>): void {
  const file = join(dataFolder(env), 'secrets.json')
  const given = givenSettings(env)
  const hasSecrets = ['BACKUP_SECRET', 'FIELD_SECRET', 'AUDIT_SECRET'].every((name) => given[name])
  if (hasSecrets || given.DATABASE_URL || existsSync(file)) return
  throw new BootFailure(
    `A backup opens only with the secrets of the installation that made it. Put its secrets.json at ${file}, and start again. Nothing was changed.`,
  )
}
