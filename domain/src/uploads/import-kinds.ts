/** Kinds of files that the import mechanism takes; each names its definition on the server. */
export const importKinds = ['policies', 'leads', 'commissions', 'marketplace'] as const

/** Where a run of a file may stand. */
export const runStates = ['running', 'checked', 'loaded', 'refused', 'failed', 'stopped', 'interrupted'] as const
