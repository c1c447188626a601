/** Error whose message tells the operator what is wrong with a backup file and what to do. */
export class BackupFailure extends Error {
  override readonly name: string = 'BackupFailure'
}

/** The backup is truncated, altered or corrupt. */
export class BackupDamaged extends BackupFailure {
  constructor(file: string, what: string) {
    super(
      `The backup ${file} is damaged: ${what}. Nothing was changed. Take another backup, or another copy of this one.`,
    )
  }
}
