/** Kinds of importable files; each has its definition on the server. */
export const importKinds = ['policies', 'leads', 'commissions', 'marketplace'] as const

/** States of an import run. */
export const runStates = ['running', 'checked', 'loaded', 'refused', 'failed', 'stopped', 'interrupted'] as const
