import {
  type BackupFormat,
  BackupHead as CommonHead,
  newHead,
  SecretName,
  secretName,
} from '@coverdesk/sealed-backup/backup-format.ts'
import type { z } from 'zod'
import { BootFailure } from '../platform/runtime/boot-failure.ts'

/** The secrets that the backups of an installation need. Only `backup` opens a file; a file contains none of them. */
export interface BackupSecrets {
  backup: string
  field: string
  fieldEarlier: readonly string[]
  audit: string
}

/** What a backup says of itself in the clear: when it was made, and the names of the secrets that it needs. */
export const BackupHead = CommonHead.extend({ fieldKey: SecretName, auditKey: SecretName })
export type BackupHead = z.infer<typeof BackupHead>

/** Format of the backups of Coverdesk. */
export const coverdeskBackup: BackupFormat<BackupHead> = {
  name: 'coverdesk backup',
  version: 1,
  product: 'Coverdesk',
  Head: BackupHead,
}

const nameOf = (secret: string, use: string) => secretName(coverdeskBackup, secret, use)

/** Name of the backup secret: tells which one, and nothing else about it. */
export const nameOfBackupSecret = (secret: string): string => nameOf(secret, 'backup')

/** Head of a new backup. */
export function newBackupHead({ backup, field, audit }: BackupSecrets, madeAt: Date): BackupHead {
  return {
    ...newHead(coverdeskBackup, backup, madeAt),
    fieldKey: nameOf(field, 'field'),
    auditKey: nameOf(audit, 'audit'),
  }
}

/** Throws a BootFailure that names the secrets that differ from those of the backup. */
export function refuseOtherSecrets(head: BackupHead, { backup, field, fieldEarlier, audit }: BackupSecrets): void {
  const others = [
    head.key === nameOf(backup, 'backup') ? null : 'BACKUP_SECRET',
    [field, ...fieldEarlier].some((secret) => head.fieldKey === nameOf(secret, 'field')) ? null : 'FIELD_SECRET',
    head.auditKey === nameOf(audit, 'audit') ? null : 'AUDIT_SECRET',
  ].filter((name) => name !== null)
  if (others.length === 0) return
  throw new BootFailure(
    `This backup was made with another ${others.join(' and ')}. Put the secrets.json of the installation that made it into the data folder, or set what is named here. Nothing was changed.`,
  )
}
