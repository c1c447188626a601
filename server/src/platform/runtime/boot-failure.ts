import { DatabaseFailure } from '@coverdesk/embedded-postgres/database-failure.ts'
import { BackupFailure } from '@coverdesk/sealed-backup/backup-failure.ts'

/**
 * Error that prevents the start. Its message tells the operator what is wrong and what to do; `main.ts` and the commands
 * print it without a stack and exit with 1.
 */
export class BootFailure extends Error {
  override readonly name = 'BootFailure'
}

/** Whether the message of an error is for the operator: ours, or of a package that knows nothing of the product. */
export function isBootFailure(error: unknown): error is Error {
  return [BootFailure, DatabaseFailure, BackupFailure].some((kind) => error instanceof kind)
}

/** Whether an error has one of these operating system or PostgreSQL codes (`ENOENT`, `28P01`, …). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
