/**
 * Accepted violations of the import rules. The lists may only shrink: `npm test -- lint` reports an entry that no longer
 * applies, and a test counts the entries.
 */
export const importExceptions = {
  /** Imports from a room of `server/src/platform` into a higher one, or into a feature. */
  upward: [],
  /** Cycles between files, by file name. */
  fileCycles: [],
}
