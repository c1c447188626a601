/** Files with which an agency brings its schedules and the terms of its agents. */
export const termFileKinds = [
  'schedules',
  'contracts',
  'uplines',
  'overrides',
  'splits',
  'advances',
  'adjustments',
] as const
export type TermFileKind = (typeof termFileKinds)[number]

/** Kinds of importable files; each has its definition on the server. */
export const importKinds = ['policies', 'leads', 'commissions', 'marketplace', ...termFileKinds] as const

/** States of an import run. */
export const runStates = ['running', 'checked', 'loaded', 'refused', 'failed', 'stopped', 'interrupted'] as const
