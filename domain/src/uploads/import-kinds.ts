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

/** Lists of CMS about agents of the federal marketplace. */
export const cmsFileKinds = ['registrations', 'terminations'] as const
export type CmsFileKind = (typeof cmsFileKinds)[number]

/** Kinds of files that are staged and compared row by row; each has its definition on the server. */
export const stagedKinds = [
  'policies',
  'leads',
  'commissions',
  'marketplace',
  ...cmsFileKinds,
  ...termFileKinds,
] as const
export type StagedKind = (typeof stagedKinds)[number]

/** Kinds of importable files. Files of plans replace each other as a whole. */
export const importKinds = [...stagedKinds, 'plans'] as const

/** States of an import run. */
export const runStates = ['running', 'checked', 'loaded', 'refused', 'failed', 'stopped', 'interrupted'] as const

/** Files of rows: those of CMS, and the rating area of each county, which CMS publishes beside them. */
export const planRowKinds = [
  'rates',
  'plans',
  'service-areas',
  'rating-areas',
  'benefits',
  'networks',
  'crosswalk',
] as const
export type PlanRowKind = (typeof planRowKinds)[number]

/** JSON files that each insurer publishes: the doctors and drugs of its plans. */
export const directoryFileKinds = ['providers', 'drugs'] as const
export type DirectoryFileKind = (typeof directoryFileKinds)[number]

/** Kinds of plan files. */
export const planFileKinds = [...planRowKinds, ...directoryFileKinds] as const
export type PlanFileKind = (typeof planFileKinds)[number]
