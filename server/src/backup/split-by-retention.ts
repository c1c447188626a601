/** How many backups stay: the newest ones, and the newest of each of the last days, weeks and months that have one. */
export interface BackupRetention {
  newest: number
  days: number
  weeks: number
  months: number
}

interface Dated {
  madeAt: Date
}

/** Splits backups, newest first, into those that stay and those that go. At least the newest stays. */
export function splitByRetention<Backup extends Dated>(
  backups: readonly Backup[],
  { newest, days, weeks, months }: BackupRetention,
): { stay: Backup[]; go: Backup[] } {
  const stay = new Set(backups.slice(0, Math.max(newest, 1)))
  for (const backup of newestOfEach(backups, day, days)) stay.add(backup)
  for (const backup of newestOfEach(backups, week, weeks)) stay.add(backup)
  for (const backup of newestOfEach(backups, month, months)) stay.add(backup)
  return { stay: backups.filter((backup) => stay.has(backup)), go: backups.filter((backup) => !stay.has(backup)) }
}

function newestOfEach<Backup extends Dated>(
  backups: readonly Backup[],
  period: (time: Date) => string,
  count: number,
): Backup[] {
  const found = new Map<string, Backup>()
  for (const backup of backups) {
    const name = period(backup.madeAt)
    if (!found.has(name) && found.size < count) found.set(name, backup)
  }
  return [...found.values()]
}

const dayMs = 86_400_000
const day = (time: Date) => time.toISOString().slice(0, 10)
const month = (time: Date) => time.toISOString().slice(0, 7)
/** Number of the week since the epoch, from Monday (1970-01-01 was a Thursday). */
const week = (time: Date) => String(Math.floor((time.getTime() / dayMs + 3) / 7))
