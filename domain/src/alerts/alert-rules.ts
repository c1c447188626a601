/** Kinds of security alerts. */
export const alertKinds = [
  'exports',
  'reveals',
  'refusals',
  'audit-record',
  'backup-proof',
  'backup',
  'backup-copy',
  'backup-log',
  'registration-list',
  'termination-list',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Activity of one user, or of one address without a user, within the last hour. */
export interface RecentActivity {
  /** Files exported, and the records in all of them. */
  exports: number
  exportedRecords: number
  /** Sealed numbers shown in full. */
  reveals: number
  /** Requests and sign-ins that were refused. */
  refusals: number
}

/** Activity per hour at which an alert is raised. One export of many records counts as much as many small exports. */
export const alertLimits = {
  exports: 20,
  exportedRecords: 10_000,
  reveals: 10,
  refusals: 100,
} as const satisfies Record<keyof RecentActivity, number>

/** Kinds of alerts that an hour's activity raises. */
export function alertsFor(activity: RecentActivity): AlertKind[] {
  const kinds: AlertKind[] = []
  if (activity.exports >= alertLimits.exports || activity.exportedRecords >= alertLimits.exportedRecords)
    kinds.push('exports')
  if (activity.reveals >= alertLimits.reveals) kinds.push('reveals')
  if (activity.refusals >= alertLimits.refusals) kinds.push('refusals')
  return kinds
}

export const alertTitles: Readonly<Record<AlertKind, string>> = {
  exports: 'Mass export',
  reveals: 'Many numbers revealed',
  refusals: 'Many refused requests',
  'audit-record': 'Audit record altered',
  'backup-proof': 'Backup not proven',
  backup: 'No backup made',
  'backup-copy': 'Backup not copied off-site',
  'backup-log': 'Database log not archived',
  'registration-list': 'CMS registration list not fetched',
  'termination-list': 'CMS termination list not fetched',
}
