import { hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { BootFailure } from '../platform/runtime/boot-failure.ts'

/** The secrets of an installation that its backups have to do with. Only `backup` opens a file; none of them is in it. */
export interface BackupSecrets {
  backup: string
  field: string
  fieldEarlier: readonly string[]
  audit: string
}

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))

/** What a backup says of itself in the clear: when it was made, and the names of the secrets that it needs. */
export const BackupHead = z.object({
  madeAt: z.iso.datetime(),
  salt: hex(32),
  key: hex(8),
  fieldKey: hex(8),
  auditKey: hex(8),
})
export type BackupHead = z.infer<typeof BackupHead>

/** A name tells whether a secret is the right one, and nothing else about it. */
const nameOf = (secret: string, use: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `coverdesk backup: name of the ${use} secret`, 8)).toString('hex')

/** The head of a new backup, with a salt that makes its key its own. */
export function newHead({ backup, field, audit }: BackupSecrets, madeAt: Date): BackupHead {
  return {
    madeAt: madeAt.toISOString(),
    salt: randomBytes(32).toString('hex'),
    key: nameOf(backup, 'backup'),
    fieldKey: nameOf(field, 'field'),
    auditKey: nameOf(audit, 'audit'),
  }
}

/** The AES-256 key of one backup. */
export function keyOf({ salt }: BackupHead, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'hex'), 'coverdesk backup: pieces', 32))
}

/** Throws a BootFailure that names the secrets that are not those of the backup: it would not open, or what it holds would not. */
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
